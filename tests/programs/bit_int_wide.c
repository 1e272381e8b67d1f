//! what: arithmetic on integers of more than 128 bits: factorials, roots, digits, shifts, calls
//! flags: -std=c23
//! run: exit 0
//! out: 6689502913449127057588118054090372586752746333138029810295671352301633557244962989366874165271984981308157637893214090552534408589408121859898481114389650005964960521256960000000000000000000000000000
//! out: 9660549437994929731330008703623090686749740703966627762447361940629179634967623
//! out: 10254299791290584593984131381612039820112591850826704152203614500665809134542822416951017027979669206
//! out: -1809251394333065553493296640760748560207343510400633813116524750123642638279
//! out: -1809238729661957919787858125753868283129361604869399727318433521088995
//! out: -633825300114114700748351590343
//! out: -664613997892457936451903530140172288
//! out: 69050804975839785605392574560017900
//! out: -5708990770823839524233143877797980545530986502
//! out: small, small negative, power, large
//! out: 1809251394333065553493296640760748560207343510400633813116524750123642638278
//! out: 17495869811228174484897622795234801370710752742623342838636217809671801773869226745238082454097494015
//! out: 5 x
//! out: 1 0
//! out: 332 367 47
//! out: -0x1p+250 0x8p+247 -0x1p+100
//! out: -10000000000000000725314363815292351261583744096465219555182101554790400
//! out: 8039686414706923857117790235901624730086614574969721493741586076275639822112509533649432407335013601433383405309395279040890605208610314659030819991095804643681039744090424702140416

#include <stdio.h>

typedef unsigned _BitInt(700) natural;
typedef signed _BitInt(261) integer;

static void show(natural n) {
    char digits[220];
    int count = 0;
    do {
        digits[count++] = (char)('0' + (int)(n % 10));
        n /= 10;
    } while (n != 0);
    while (count > 0)
        putchar(digits[--count]);
    putchar('\n');
}

static void show_signed(integer n) {
    if (n < 0)
        putchar('-');
    show((natural)(n < 0 ? -n : n));
}

static natural factorial(int n) {
    return n == 0 ? 1 : n * factorial(n - 1);
}

static natural root(natural n) {
    natural x = n, next = (x + 1) / 2;
    while (next < x) {
        x = next;
        next = (x + n / x) / 2;
    }
    return x;
}

static natural power(natural base, unsigned exponent, natural modulus) {
    natural result = 1;
    for (; exponent != 0; exponent >>= 1) {
        if (exponent & 1)
            result = result * base % modulus;
        base = base * base % modulus;
    }
    return result;
}

static integer twice(integer n) { return n * 2; }
static integer minus_three(integer n) { return n - 3; }

static integer apply(integer (*const steps[])(integer), int count, integer n) {
    for (int i = 0; i < count; i++)
        n = steps[i](n);
    return n;
}

static const char *kind(integer n) {
    switch (n >> 200) {
    case 0:
        return "small";
    case -1:
        return "small negative";
    case (integer)1 << 50:
        return "power";
    default:
        return "large";
    }
}

struct mixed {
    char tag;
    integer value;
    natural bits : 333;
    unsigned last : 3;
};

int main(void) {
    show(factorial(120));
    show(root(factorial(100)));
    show(power(3, 1000003, ((natural)1 << 333) - 55));

    integer n = -((integer)1 << 250) + 12345;
    show_signed(n);
    show_signed(n / 1000007);
    show_signed(n % ((integer)1 << 99));
    show_signed(n >> 131);
    show_signed(n / -((integer)77 << 128));
    show_signed(apply((integer (*const[])(integer)){twice, minus_three, twice}, 3, n >> 100));
    printf("%s, %s, %s, %s\n", kind(5), kind(-5), kind((integer)1 << 250), kind(n));

    struct mixed m = {'x', n, ~(natural)0, 5};
    m.bits -= (natural)1 << 320;
    m.value = ~m.value;
    show_signed(m.value);
    show(m.bits);
    printf("%d %c\n", m.last, m.tag);

    integer sum;
    integer most = (integer)(((unsigned _BitInt(261))1 << 260) - 1);
    printf("%d", __builtin_add_overflow(most, 1, &sum));
    printf(" %d\n", __builtin_sub_overflow(most, 1, &sum));
    printf("%d %d %d\n", __builtin_popcountg((natural)m.bits), __builtin_clzg((natural)m.bits),
           __builtin_ctzg(factorial(50)));

    printf("%a %La %a\n", (double)n, (long double)-n, (double)(float)(n >> 150));
    show_signed((integer)-1e70);
    show((natural)0x1.fp600L);
    return 0;
}
