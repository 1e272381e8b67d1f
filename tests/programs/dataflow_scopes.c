//! what: a variable that begins its life in every round of a loop, and two of the same name
//! cover: dataflow 15/19

int __VERIFIER_nondet_int(void);

int main(void) {
    int sum = 0;
    for (int round = 0; round < 3; round++) { // infeasible: round from 8:14 then false
        int seen;
        if (round == 0) // infeasible: round from 8:41 then true, round from 8:14 then false
            seen = 5;
        else
            seen = __VERIFIER_nondet_int() & 7;
        sum += seen;
        {
            int seen = sum & 3;
            sum += seen;
        }
    }
    return sum > 9; // infeasible: sum from 7:9
}
