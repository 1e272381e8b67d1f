//! what: arguments and a standard input without numbers are as long as the program asks for
//! options: --iterations 400 --sym-stdin --sym-args
//! cover: branch 14/14

#include <stdio.h>
#include <string.h>

int main(int argc, char **argv) {
    char line[256];
    if (argc > 3 && strlen(argv[3]) == 21 && argv[3][20] == 'z')
        puts("third");
    if (!fgets(line, sizeof line, stdin))
        return 1;
    size_t n = strlen(line);
    if (n == 60 && line[59] == 'q')
        return 2;
    if (n > 150)
        return 3;
    return 0;
}
