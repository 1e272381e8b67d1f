//! what: proofs: ways to an outcome of a unit, by its parameters, its variables and what a function returns
//! entry: watch
//! options: --search dfs

int read_sensor(void);

int seen;

int watch(int limit, short start) {
    int count = start;
    if (limit < 30 || limit > 60 || start != 7)
        return 0;
    for (int reading; (reading = read_sensor()) != -1;) {
        if (reading == limit * 3)
            count++;
        else
            count = start;
        if (count > limit)
            return seen == 77 ? 3 : 2;
    }
    if (count < 7) // infeasible: true
        return 4;
    return 1;
}
