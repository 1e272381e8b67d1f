#include "unity.h"

#include <stdio.h>
#include <string.h>

struct unity Unity;

void setUp(void);
void tearDown(void);

void UnityBegin(const char *file) { printf("%s\n", file); }

int UnityEnd(void) {
    printf("%u Tests %u Failures\n", Unity.tests, Unity.failures);
    return (int)Unity.failures;
}

void UnityDefaultTestRun(void (*test)(void), const char *name, int line) {
    Unity.name = name;
    Unity.CurrentTestFailed = 0;
    Unity.tests++;
    if (TEST_PROTECT()) {
        setUp();
        test();
    }
    if (TEST_PROTECT())
        tearDown();
    Unity.failures += Unity.CurrentTestFailed != 0;
    if (!Unity.CurrentTestFailed)
        printf("%d:%s:PASS\n", line, name);
}

void unity_fail(const char *message, int line) {
    printf("%d:%s:FAIL: %s\n", line, Unity.name, message);
    Unity.CurrentTestFailed = 1;
    longjmp(Unity.frame, 1);
}

void unity_number(int64_t expected, int64_t actual, int line) {
    char message[80];
    snprintf(message, sizeof message, "Expected %lld Was %lld", (long long)expected,
             (long long)actual);
    if (expected != actual)
        unity_fail(message, line);
}

void unity_memory(const void *expected, const void *actual, unsigned long size, int line) {
    if (memcmp(expected, actual, size) != 0)
        unity_fail("Memory Mismatch", line);
}
