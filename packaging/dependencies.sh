#!/usr/bin/env bash
# The Debian 12 packages that building, running and testing need, and the one function that installs what is missing.
# Sourced by run.sh and test.sh; run by itself it installs everything.

BUILD_PACKAGES=(
  g++ cmake ninja-build ccache mold pkg-config
  qt6-base-dev qt6-declarative-dev qt6-tools-dev qt6-tools-dev-tools qt6-l10n-tools libqt6svg6-dev libgl-dev qtkeychain-qt6-dev
  libboost1.81-dev libboost-json1.81-dev libsqlite3-dev libsqlitecpp-dev libyaml-cpp-dev libhnswlib-dev
  libcurl4-openssl-dev libssl-dev libarchive-dev libzstd-dev libstemmer-dev libre2-dev libutf8proc-dev libexpected-dev
  libcli11-dev libspdlog-dev
)
RUN_PACKAGES=(
  libqt6svg6 qt6-qpa-plugins
  qml6-module-qtquick qml6-module-qtquick-controls qml6-module-qtquick-layouts qml6-module-qtquick-templates
  qml6-module-qtquick-window qml6-module-qtquick-dialogs qml6-module-qtquick-shapes qml6-module-qtqml
  qml6-module-qtqml-models qml6-module-qtqml-workerscript qml6-module-qt-labs-platform
  qml6-module-qt-labs-folderlistmodel
  libgl1-mesa-dri breeze-icon-theme fonts-inter fonts-jetbrains-mono fonts-dejavu-core fonts-noto-core
)
TEST_PACKAGES=(qml6-module-qttest python3 dbus gnome-keyring at-spi2-core python3-pyatspi xvfb)
FULL_PACKAGES=(clang libclang-rt-14-dev)

# install_missing PACKAGE…: names and installs those that are not there; with sudo when not root.
install_missing() {
  local missing=() package
  for package in "$@"; do
    dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing+=("$package")
  done
  [ ${#missing[@]} -eq 0 ] && return 0
  local root=()
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || {
      echo "These packages are missing and there is no sudo; install them as root:" >&2
      echo "  apt-get install --no-install-recommends ${missing[*]}" >&2
      return 1
    }
    root=(sudo)
  fi
  echo "Installing ${#missing[@]} missing packages: ${missing[*]}" >&2
  "${root[@]}" apt-get update -qq >&2 || return 1
  "${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >&2
}

if [ "${BASH_SOURCE[0]}" = "$0" ]; then
  set -e
  install_missing "${BUILD_PACKAGES[@]}" "${RUN_PACKAGES[@]}" "${TEST_PACKAGES[@]}"
fi
