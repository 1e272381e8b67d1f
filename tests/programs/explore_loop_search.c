//! what: nested loops with an early exit
//! cover: branch 6/6
//! paths: 10

int __VERIFIER_nondet_int(void);

int main(void) {
    int key = __VERIFIER_nondet_int();
    int grid[3][3] = {{5, 1, 9}, {12, 3, 7}, {20, 4, 8}};
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            if (grid[i][j] == key)
                return i * 3 + j;
    return -1;
}
