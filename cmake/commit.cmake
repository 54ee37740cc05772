# Writes OUTPUT, a header with the commit of SOURCE, when it has changed: cmake -DSOURCE=... -DOUTPUT=... -P commit.cmake
find_program(GIT git)
set(commit "not recorded")
if(GIT)
    execute_process(COMMAND "${GIT}" -C "${SOURCE}" describe --always --dirty --abbrev=12 --exclude=*
        OUTPUT_VARIABLE found OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE status)
    if(status EQUAL 0 AND found)
        set(commit "${found}")
    endif()
endif()
file(CONFIGURE OUTPUT "${OUTPUT}" CONTENT "#define GRAPHBLAST_COMMIT \"@commit@\"\n" @ONLY)
