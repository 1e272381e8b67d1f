/* A tokenizer over a few symbolic bytes: character classes, two-character operators, a keyword and numbers. */
#include "intrinsic.h"

#ifndef LENGTH
#define LENGTH 5
#endif

enum token { END, NUMBER, NAME, KEYWORD, OPERATOR, COMPARISON, BRACKET, ERROR };

static const char *cursor;

static int is_letter(char c) { return (c >= 'a' && c <= 'z') || c == '_'; }
static int is_digit(char c) { return c >= '0' && c <= '9'; }

static enum token name_or_keyword(void) {
    const char *start = cursor;
    while (is_letter(*cursor) || is_digit(*cursor)) cursor++;
    if (cursor - start == 2 && start[0] == 'i' && start[1] == 'f') return KEYWORD;
    return NAME;
}

static enum token next_token(void) {
    while (*cursor == ' ') cursor++;
    char c = *cursor;
    if (c == 0) return END;
    if (is_letter(c)) return name_or_keyword();
    if (is_digit(c)) {
        while (is_digit(*cursor)) cursor++;
        return NUMBER;
    }
    cursor++;
    switch (c) {
    case '+':
    case '-':
    case '*':
        return OPERATOR;
    case '(':
    case ')':
        return BRACKET;
    case '<':
    case '=':
        if (*cursor == '=') {
            cursor++;
            return COMPARISON;
        }
        return c == '<' ? COMPARISON : OPERATOR;
    default:
        return ERROR;
    }
}

int main(void) {
    char input[LENGTH], text[LENGTH + 1];
    int counts[ERROR + 1] = {0};
    klee_make_symbolic(input, sizeof input, "input");
    for (int i = 0; i < LENGTH; i++) text[i] = input[i];
    text[LENGTH] = 0;
    cursor = text;
    for (enum token token; (token = next_token()) != END;) {
        if (token == ERROR) return 100;
        counts[token]++;
    }
    return counts[KEYWORD] * 50 + counts[NAME] * 7 + counts[NUMBER] * 3 + counts[COMPARISON];
}
