/* The system calls of 64-bit programs. */
#include "table.h"
