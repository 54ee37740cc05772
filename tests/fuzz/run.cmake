# cmake -D fuzzer=... -D seeds=... -D dictionary=... -D seconds=... -D work=... -P run.cmake
# The seeds, then a search of so many seconds from them on. What makes the target fail is left in `work`.
file(GLOB seed_files "${seeds}/*")
if(NOT seed_files)
    message(FATAL_ERROR "${seeds} has no seeds")
endif()
file(REMOVE_RECURSE "${work}")
file(MAKE_DIRECTORY "${work}/corpus")
set(options -max_total_time=${seconds} -max_len=4096 -timeout=20 -rss_limit_mb=2048
    -malloc_limit_mb=256 -print_final_stats=1 "-artifact_prefix=${work}/")
if(EXISTS "${dictionary}")
    list(APPEND options "-dict=${dictionary}")
endif()
execute_process(COMMAND "${fuzzer}" ${options} "${work}/corpus" "${seeds}"
    COMMAND_ECHO STDOUT RESULT_VARIABLE result)
if(NOT result EQUAL 0)
    message(FATAL_ERROR "${fuzzer} failed (${result}); the input is in ${work}")
endif()
