/* Options of the sanitizers, set here because the program gets no environment. Undefined
 * behaviour is reported and the program goes on, so that one report does not hide another. */

const char *__asan_default_options(void) {
    return "detect_leaks=0:detect_stack_use_after_return=1:allocator_may_return_null=1:"
           "hard_rss_limit_mb=2048:handle_abort=0";
}

const char *__ubsan_default_options(void) { return "print_stacktrace=0:halt_on_error=0"; }
