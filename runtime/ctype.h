// The classes of characters, for families that are built on them.

#ifndef ASSAY_CTYPE_H
#define ASSAY_CTYPE_H

int isalpha(int c);
int isdigit(int c);
int isalnum(int c);
int isupper(int c);
int islower(int c);
int isspace(int c);
int isblank(int c);
int ispunct(int c);
int isprint(int c);
int isgraph(int c);
int iscntrl(int c);
int isxdigit(int c);
int tolower(int c);
int toupper(int c);

#endif
