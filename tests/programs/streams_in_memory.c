//! what: fmemopen, open_memstream, ungetc, getline, positions in streams
//! run: exit 0
//! out: 6 5
//! out: 6 6
//! out: 1 12
//! out: Ff 1
//! out: 4 42-x
//! out: 104 104
//! out: abc

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char text[] = "first\nsecond";
    FILE *in = fmemopen(text, strlen(text), "r");
    char *line = NULL;
    size_t room = 0;
    ssize_t length;
    while ((length = getline(&line, &room, in)) != -1)
        printf("%zd %zu\n", length, strcspn(line, "\n"));
    printf("%d %ld\n", feof(in) != 0, ftell(in));
    rewind(in);
    ungetc('F', in);
    printf("%c%c %ld\n", fgetc(in), fgetc(in), ftell(in));
    fclose(in);
    free(line);

    char *made;
    size_t size;
    FILE *out = open_memstream(&made, &size);
    fprintf(out, "%d-%s", 42, "x");
    fflush(out);
    printf("%zu %s\n", size, made);
    for (int i = 0; i < 100; i++)
        fputc('y', out);
    fclose(out);
    printf("%zu %zu\n", size, strlen(made));
    free(made);

    char fixed[8];
    FILE *small = fmemopen(fixed, sizeof fixed, "w");
    fputs("abc", small);
    fclose(small);
    printf("%s\n", fixed);
    return 0;
}
