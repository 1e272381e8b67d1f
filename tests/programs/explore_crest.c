//! what: inputs declared as in crest.h
//! cover: branch 4/4
//! paths: 3

void __CrestInt(int *x);
void __CrestChar(char *x);
void __CrestUChar(unsigned char *x);
#define CREST_int(x) __CrestInt(&(x))
#define CREST_char(x) __CrestChar(&(x))
#define CREST_unsigned_char(x) __CrestUChar(&(x))

int main(void) {
    int a;
    char b;
    unsigned char c;
    CREST_int(a);
    CREST_char(b);
    CREST_unsigned_char(c);
    if (a == 2 * b + 1)
        if (c > 250)
            return 1;
    return 0;
}
