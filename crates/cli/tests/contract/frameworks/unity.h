/* The part of Unity's interface that emitted tests use. Not Unity: a stand-in of Assay's own tests,
 * for Debian has no package of it. */
#ifndef UNITY_H
#define UNITY_H

#include <setjmp.h>
#include <stdint.h>

struct unity {
    const char *name;
    unsigned tests;
    unsigned failures;
    int CurrentTestFailed;
    jmp_buf frame;
};
extern struct unity Unity;

void UnityBegin(const char *file);
int UnityEnd(void);
void UnityDefaultTestRun(void (*test)(void), const char *name, int line);
void unity_number(int64_t expected, int64_t actual, int line);
void unity_memory(const void *expected, const void *actual, unsigned long size, int line);
void unity_fail(const char *message, int line);

#define UNITY_BEGIN() UnityBegin(__FILE__)
#define UNITY_END() UnityEnd()
#define TEST_PROTECT() (setjmp(Unity.frame) == 0)

#define TEST_FAIL_MESSAGE(message) unity_fail(message, __LINE__)
#define TEST_ASSERT_TRUE(condition) ((condition) ? (void)0 : unity_fail(#condition, __LINE__))
#define TEST_ASSERT_FALSE(condition) TEST_ASSERT_TRUE(!(condition))
#define TEST_ASSERT_NULL(pointer) TEST_ASSERT_TRUE((pointer) == 0)
#define TEST_ASSERT_NOT_NULL(pointer) TEST_ASSERT_TRUE((pointer) != 0)
#define TEST_ASSERT_EQUAL_INT(expected, actual) \
    unity_number((int64_t)(expected), (int64_t)(actual), __LINE__)
#define TEST_ASSERT_EQUAL_INT64 TEST_ASSERT_EQUAL_INT
#define TEST_ASSERT_EQUAL_UINT TEST_ASSERT_EQUAL_INT
#define TEST_ASSERT_EQUAL_UINT64 TEST_ASSERT_EQUAL_INT
#define TEST_ASSERT_EQUAL_PTR(expected, actual) TEST_ASSERT_TRUE((expected) == (actual))
#define TEST_ASSERT_EQUAL_MEMORY(expected, actual, size) \
    unity_memory(expected, actual, size, __LINE__)

#endif
