//! what: proofs: a protocol of states in an endless loop

int __VERIFIER_nondet_int(void);

enum state { CLOSED, OPENING, OPEN, CLOSING, BROKEN };

int main(void) {
    enum state state = CLOSED;
    int handles = 0;
    for (;;) {
        int event = __VERIFIER_nondet_int();
        if (event == 99)
            break;
        switch (state) { // infeasible: true
            case CLOSED:
                if (handles != 0) // infeasible: true
                    return 1;
                if (event == 1)
                    state = OPENING;
                break;
            case OPENING:
                handles++;
                state = OPEN;
                break;
            case OPEN:
                if (handles != 1) // infeasible: true
                    return 2;
                if (event == 2)
                    state = CLOSING;
                break;
            case CLOSING:
                handles--;
                state = CLOSED;
                break;
            case BROKEN: // infeasible: true
                return 3;
        }
    }
    if (handles > 1) // infeasible: true
        return 4;
    if (handles == 1)
        return 5;
    return 0;
}
