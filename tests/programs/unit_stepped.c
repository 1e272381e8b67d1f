//! what: what the code steps through are several: structs until one that ends them, pointers beside their number
//! entry: parse
//! options: --iterations 1000
//! cover: branch 22/22

struct option {
    int kind;
    const char *name;
    int *value;
};

static const struct option *find(const struct option *options, char letter) {
    for (; options->kind; options++)
        if (options->kind == 2 && options->name && options->name[0] == letter)
            return options;
    return 0;
}

int parse(const struct option *options, int argc, const char **argv) {
    if (!options || !argv)
        return -1;
    int seen = 0;
    for (int i = 1; i < argc; i++) {
        if (!argv[i] || argv[i][0] != '-')
            continue;
        const struct option *option = find(options, argv[i][1]);
        if (option && option != options)
            seen++;
    }
    return seen;
}
