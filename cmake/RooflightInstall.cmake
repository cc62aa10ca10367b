# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

# What `cmake --install` puts beside the programs, and the package that `cpack` makes of it. Manual pages and completions are
# made of what the programs say under --help.

include(GNUInstallDirs)

option(ROOFLIGHT_PACKAGE "Install for a package: name no folder of this machine" OFF)

# Who makes the package, as Debian's own tools ask. The project has no address: without one of the packager there is its name.
set(_maintainer "The Rooflight authors")
if(NOT "$ENV{DEBFULLNAME}" STREQUAL "")
    set(_maintainer "$ENV{DEBFULLNAME}")
endif()
if(NOT "$ENV{DEBEMAIL}" STREQUAL "")
    string(APPEND _maintainer " <$ENV{DEBEMAIL}>")
endif()

# The date of what is packaged, the same for whoever packages it: SOURCE_DATE_EPOCH, else of the last commit, else of the file
# that says what is new.
set(_release_date)
if(DEFINED ENV{SOURCE_DATE_EPOCH})
    string(TIMESTAMP _release_date "%Y-%m-%d" UTC)
else()
    execute_process(
        COMMAND "${CMAKE_COMMAND}" -E env TZ=UTC git -C "${PROJECT_SOURCE_DIR}" log -1 --format=%cd
                --date=format-local:%Y-%m-%d -- .
        OUTPUT_VARIABLE _release_date
        OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET
        RESULT_VARIABLE _without_git)
    if(_without_git OR NOT _release_date)
        file(TIMESTAMP "${PROJECT_SOURCE_DIR}/CHANGELOG.md" _release_date "%Y-%m-%d" UTC)
    endif()
endif()

set(_documents "${CMAKE_INSTALL_DATADIR}/doc/rooflight")
set(_manual "${PROJECT_BINARY_DIR}/manual")
set(_programs rooflight-cli)
if(ROOFLIGHT_GUI)
    list(APPEND _programs rooflight)
endif()
set(_program_files)
set(_pages)
foreach(_program IN LISTS _programs)
    list(APPEND _program_files "$<TARGET_FILE:${_program}>")
    list(APPEND _pages "${_manual}/${_program}.1.gz")
endforeach()

find_package(Python3 COMPONENTS Interpreter QUIET)
if(Python3_Interpreter_FOUND)
    add_custom_command(
        OUTPUT ${_pages}
        COMMAND "${Python3_EXECUTABLE}" -B "${PROJECT_SOURCE_DIR}/cmake/make_manual.py" "${PROJECT_VERSION}"
                "${_release_date}" "${_maintainer}" "${_manual}" ${_program_files}
        DEPENDS ${_programs} "${PROJECT_SOURCE_DIR}/cmake/make_manual.py"
        COMMENT "Writing manual pages and completions"
        VERBATIM)
    # Not part of every build: it starts the programs. `cmake --install` and `cpack` make it first.
    add_custom_target(manual DEPENDS ${_pages})
    install(CODE "execute_process(COMMAND \"${CMAKE_COMMAND}\" --build \"${PROJECT_BINARY_DIR}\" --target manual
                                  COMMAND_ERROR_IS_FATAL ANY)")
    install(FILES ${_pages} DESTINATION "${CMAKE_INSTALL_MANDIR}/man1")
    if(ROOFLIGHT_PACKAGE)
        install(FILES "${_manual}/changelog.gz" DESTINATION "${_documents}")
    endif()
    install(FILES "${_manual}/rooflight-cli.bash" DESTINATION "${CMAKE_INSTALL_DATADIR}/bash-completion/completions"
            RENAME rooflight-cli)
    install(FILES "${_manual}/_rooflight-cli" DESTINATION "${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions")
    install(FILES "${_manual}/rooflight-cli.fish" DESTINATION "${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d")
endif()

if(ROOFLIGHT_GUI)
    set(_id org.rooflight.Rooflight)
    set(_desktop "${PROJECT_SOURCE_DIR}/resources/desktop")
    configure_file("${_desktop}/${_id}.metainfo.xml.in" "${PROJECT_BINARY_DIR}/${_id}.metainfo.xml" @ONLY)
    install(FILES "${_desktop}/${_id}.desktop" DESTINATION "${CMAKE_INSTALL_DATADIR}/applications")
    install(FILES "${PROJECT_BINARY_DIR}/${_id}.metainfo.xml" DESTINATION "${CMAKE_INSTALL_DATADIR}/metainfo")
    install(FILES "${_desktop}/${_id}.mime.xml" DESTINATION "${CMAKE_INSTALL_DATADIR}/mime/packages" RENAME ${_id}.xml)
    install(FILES "${PROJECT_SOURCE_DIR}/resources/icons/${_id}.svg"
            DESTINATION "${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps")
endif()

install(FILES "${PROJECT_SOURCE_DIR}/resources/desktop/copyright" DESTINATION "${_documents}")

set(CPACK_PACKAGE_NAME rooflight)
set(CPACK_PACKAGE_VENDOR "The Rooflight authors")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "roofline and latency profiler for PyTorch models")
set(CPACK_PACKAGE_DESCRIPTION
    "Rooflight shows what limits each layer of a neural network on the machine in\nfront of you, and how far the layer is from that limit.\n\nThe package has no LibTorch inside: what measures takes the one that pip\ninstalled, of the version that it was built with.")
set(CPACK_STRIP_FILES ON)
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_MAINTAINER "${_maintainer}")
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# LibTorch is in no package of the distribution: whoever runs models installs it.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS "${LibTorch_ROOT_DIR}/lib")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS python3-pip)
include(CPack)
