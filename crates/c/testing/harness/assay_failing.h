/* Stands in front of functions of the library that may fail, whatever their parameters are: asks whether this call is
 * to fail, and else goes on with the function itself as if nothing had stood there.
 *
 * Linked with -Wl,--wrap for each LET_FAIL. */
#ifndef ASSAY_FAILING_H
#define ASSAY_FAILING_H

#include "assay_inputs.h"

#include <errno.h>
#include <stdio.h>

enum assay_answer { MINUS_ONE, ZERO, ERROR_NUMBER };

/* Of the argument with this number, or one of these. */
enum assay_stream { NO_STREAM = -1, INPUT_STREAM = -2, OUTPUT_STREAM = -3 };

enum { NO_COUNT = -1 };

struct assay_function {
    const char *name;
    enum assay_answer answer;
    int stream;
    int count; /* the argument that says how much to read or write */
};

/* Whether a call fails, and with which result: in two registers. */
#ifdef __x86_64__
typedef struct {
    long fails, result;
} assay_answered;
#define ANSWERED(fails, result) (assay_answered){fails, result}
#else
typedef uint64_t assay_answered;
#define ANSWERED(fails, result) ((uint64_t)(uint32_t)(result) << 32 | (fails))
#endif

/* From then on the stream says that it has failed. */
static void note_in_stream(int stream, void *const *arguments) {
    FILE *failed = stream == INPUT_STREAM    ? stdin
                   : stream == OUTPUT_STREAM ? stdout
                   : stream == NO_STREAM     ? NULL
                                             : arguments[stream];
    if (failed)
        failed->_flags |= 0x20; /* _IO_ERR_SEEN */
}

/* The function itself sees the arguments as they are behind this. */
__attribute__((used)) assay_answered assay_answer(const struct assay_function *function,
                                                  const void *caller, void **arguments) {
    int before = errno;
    const struct assay_failure *call = assay_failing(function->name, caller);
    if (!call)
        return ANSWERED(0, 0);
    if (call->error)
        note_in_stream(function->stream, arguments);
    if (call->most) {
        void **count = &arguments[function->count];
        if ((uintptr_t)*count > call->most)
            *count = (void *)(uintptr_t)call->most;
        return ANSWERED(0, 0);
    }
    int error = call->error;
    if (function->answer != ERROR_NUMBER)
        return ANSWERED(1, function->answer == ZERO ? 0 : -1);
    errno = before;
    return ANSWERED(1, error);
}

#define LET_FAIL(function, answer, stream, count)                                  \
    __attribute__((used)) static const struct assay_function assay_of_##function = \
        {#function, answer, stream, count};                                        \
    __asm__(TRAMPOLINE(#function))

#ifdef __x86_64__

/* The description of the function is in r11. Keeps all registers that hold arguments; then r11 says whether the call
 * fails, and r10 with which result. */
__asm__(".text\n"
        "assay_ask:\n"
        "    push %rax\n"
        "    push %r9\n"
        "    push %r8\n"
        "    push %rcx\n"
        "    push %rdx\n"
        "    push %rsi\n"
        "    push %rdi\n"
        "    mov %rsp, %rdx\n"
        "    mov 64(%rsp), %rsi\n"
        "    mov %r11, %rdi\n"
        "    sub $136, %rsp\n"
        "    movups %xmm0, (%rsp)\n"
        "    movups %xmm1, 16(%rsp)\n"
        "    movups %xmm2, 32(%rsp)\n"
        "    movups %xmm3, 48(%rsp)\n"
        "    movups %xmm4, 64(%rsp)\n"
        "    movups %xmm5, 80(%rsp)\n"
        "    movups %xmm6, 96(%rsp)\n"
        "    movups %xmm7, 112(%rsp)\n"
        "    call assay_answer\n"
        "    mov %rax, %r11\n"
        "    mov %rdx, %r10\n"
        "    movups (%rsp), %xmm0\n"
        "    movups 16(%rsp), %xmm1\n"
        "    movups 32(%rsp), %xmm2\n"
        "    movups 48(%rsp), %xmm3\n"
        "    movups 64(%rsp), %xmm4\n"
        "    movups 80(%rsp), %xmm5\n"
        "    movups 96(%rsp), %xmm6\n"
        "    movups 112(%rsp), %xmm7\n"
        "    add $136, %rsp\n"
        "    pop %rdi\n"
        "    pop %rsi\n"
        "    pop %rdx\n"
        "    pop %rcx\n"
        "    pop %r8\n"
        "    pop %r9\n"
        "    pop %rax\n"
        "    ret\n");

#define TRAMPOLINE(function)                     \
    ".text\n"                                    \
    ".globl __wrap_" function "\n"               \
    ".type __wrap_" function ", @function\n"     \
    "__wrap_" function ":\n"                     \
    "    lea assay_of_" function "(%rip), %r11\n" \
    "    call assay_ask\n"                       \
    "    test %r11, %r11\n"                      \
    "    jnz 1f\n"                               \
    "    jmp __real_" function "\n"              \
    "1:  mov %r10, %rax\n"                       \
    "    ret\n"

#else

#define TRAMPOLINE(function)                 \
    ".text\n"                                \
    ".globl __wrap_" function "\n"           \
    ".type __wrap_" function ", @function\n" \
    "__wrap_" function ":\n"                 \
    "    lea 4(%esp), %eax\n"                \
    "    mov (%esp), %edx\n"                 \
    "    push %eax\n"                        \
    "    push %edx\n"                        \
    "    push $assay_of_" function "\n"      \
    "    call assay_answer\n"                \
    "    add $12, %esp\n"                    \
    "    test %eax, %eax\n"                  \
    "    jnz 1f\n"                           \
    "    jmp __real_" function "\n"          \
    "1:  mov %edx, %eax\n"                   \
    "    cltd\n"                             \
    "    ret\n"

#endif

#endif
