# What `cmake --install` puts where; packaging/ builds its Debian package from it.
include(GNUInstallDirs)
install(TARGETS actionscope RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(DIRECTORY resources/risk resources/sample DESTINATION ${CMAKE_INSTALL_DATADIR}/actionscope)
if(ACTIONSCOPE_DESKTOP)
  if(TARGET actionscope-desktop)
    install(TARGETS actionscope-desktop RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  endif()
endif()
