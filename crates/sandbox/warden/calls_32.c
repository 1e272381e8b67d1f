/* The system calls of 32-bit programs, which a 64-bit one can make too. */
#define TABLE_32
#include "table.h"
