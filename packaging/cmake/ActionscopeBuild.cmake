# Language level, warnings, and the three helpers that every folder uses:
#   actionscope_module(NAME SOURCES … DEPENDS …)   one core module = one static library
#   actionscope_add_test(NAME LABEL … SOURCES … LINKS …)
#   actionscope_warnings(TARGET)
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)

find_program(ACTIONSCOPE_CCACHE ccache)
if(ACTIONSCOPE_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${ACTIONSCOPE_CCACHE})
endif()
find_program(ACTIONSCOPE_MOLD mold)
if(ACTIONSCOPE_MOLD)
  add_link_options(-fuse-ld=mold)
endif()

function(actionscope_warnings target)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual)
  if(ACTIONSCOPE_WERROR)
    target_compile_options(${target} PRIVATE -Werror)
  endif()
endfunction()

# A core module. Its own folder is not an include directory: headers are included as "module/header.h".
function(actionscope_module name)
  cmake_parse_arguments(arg "" "" "SOURCES;DEPENDS;PRIVATE_DEPENDS" ${ARGN})
  add_library(actionscope_${name} STATIC ${arg_SOURCES})
  add_library(actionscope::${name} ALIAS actionscope_${name})
  set_target_properties(actionscope_${name} PROPERTIES AUTOMOC OFF AUTORCC OFF AUTOUIC OFF)
  target_include_directories(actionscope_${name} PUBLIC ${CMAKE_SOURCE_DIR}/core)
  target_link_libraries(actionscope_${name} PUBLIC ${arg_DEPENDS} PRIVATE ${arg_PRIVATE_DEPENDS})
  actionscope_warnings(actionscope_${name})
endfunction()

# A Qt Test program. LABEL is core, app, qml or system; every test runs on the offscreen platform.
function(actionscope_add_test name)
  cmake_parse_arguments(arg "" "LABEL;TIMEOUT" "SOURCES;LINKS" ${ARGN})
  add_executable(${name} ${arg_SOURCES})
  set_target_properties(${name} PROPERTIES AUTOMOC ON)
  target_include_directories(${name} PRIVATE ${CMAKE_SOURCE_DIR}/tests)
  target_link_libraries(${name} PRIVATE Qt6::Test ${arg_LINKS})
  target_compile_definitions(${name} PRIVATE
    QT_NO_KEYWORDS
    ACTIONSCOPE_SOURCE_DIR="${CMAKE_SOURCE_DIR}"
    ACTIONSCOPE_TEST_DATA="${CMAKE_SOURCE_DIR}/tests/data")
  actionscope_warnings(${name})
  add_test(NAME ${name} COMMAND ${name})
  if(NOT arg_TIMEOUT)
    set(arg_TIMEOUT 120)
  endif()
  set_tests_properties(${name} PROPERTIES LABELS "${arg_LABEL}" TIMEOUT ${arg_TIMEOUT}
    ENVIRONMENT "QT_QPA_PLATFORM=offscreen;QT_QUICK_BACKEND=software;XDG_RUNTIME_DIR=${CMAKE_BINARY_DIR}/run;ACTIONSCOPE_MOTION=0")
endfunction()
file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/run)
