#include "schema/validator.h"
