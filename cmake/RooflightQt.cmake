# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

# moc_classes(<target>)
# Has moc look for classes in the sources of the target, without reading what they include (cmake/moc.in).
function(moc_classes target)
    set(_quick_moc "${PROJECT_BINARY_DIR}/quick_moc")
    if(NOT TARGET Qt6::moc)
        message(FATAL_ERROR "moc_classes(${target}) needs Qt 6, which was not looked for.")
    endif()
    get_target_property(_moc Qt6::moc LOCATION)
    configure_file("${PROJECT_SOURCE_DIR}/cmake/moc.in" "${_quick_moc}" @ONLY FILE_PERMISSIONS OWNER_READ OWNER_WRITE
                                                                              OWNER_EXECUTE GROUP_READ WORLD_READ)
    set_target_properties(${target} PROPERTIES AUTOMOC ON AUTOMOC_EXECUTABLE "${_quick_moc}")
endfunction()
