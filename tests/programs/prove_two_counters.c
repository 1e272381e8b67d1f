//! what: proofs: a buffer that is filled and emptied, with wrap-around of its ends

unsigned __VERIFIER_nondet_uint(void);

#define SIZE 4u

int main(void) {
    unsigned head = 0, tail = 0, used = 0;
    for (;;) {
        unsigned command = __VERIFIER_nondet_uint() % 3;
        if (command == 0) {
            if (used == SIZE)
                continue;
            head = (head + 1) % SIZE;
            used++;
        } else if (command == 1) {
            if (used == 0)
                continue;
            tail = (tail + 1) % SIZE;
            used--;
        } else {
            break;
        }
        if (used > SIZE) // infeasible: true
            return 1;
        if (head >= SIZE) // infeasible: true
            return 2;
    }
    if (head == tail
        && used == SIZE)
        return 4;
    if (head != tail
        && used == 0) // infeasible, unproved: true
        return 5;
    return 0;
}
