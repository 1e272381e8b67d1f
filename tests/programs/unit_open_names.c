//! what: functions and variables that the file hides from others and nobody defines; the unit uses one
//! entry: twice_checked
//! cover: branch 2/2

#define HIDDEN __attribute__((visibility("hidden")))

HIDDEN int lookup(int key);
HIDDEN int other_lookup(int key);
HIDDEN extern int other_table[4];

int twice_checked(int key) {
    if (lookup(key) == 3)
        return lookup(key ^ 1) == 4;
    return 0;
}

int not_the_unit(int key) { return other_lookup(other_table[key & 3]); }
