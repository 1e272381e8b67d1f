//! what: uses that decide a switch: one outcome for each place it leads to
//! cover: dataflow 13/17

int __VERIFIER_nondet_int(void);

int main(void) {
    int key = __VERIFIER_nondet_int();
    int value = 1;
    if (key == 4)
        key = 9;
    switch (key) { // infeasible: key from 10:13 then default, key from 10:13 then case 1, key from 10:13 then case 2, key from 10:13 then case 3
    case 1:
    case 2:
        value = 2;
        break;
    case 3:
        value = 3;
        // falls through
    case 9:
        value += 4;
        break;
    default:
        break;
    }
    return value;
}
