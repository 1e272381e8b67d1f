/* Integer matrix multiplication, then the same product in double precision. */
#include <stdio.h>

#ifndef SCALE
#define SCALE 200
#endif

static int left[SCALE][SCALE], right[SCALE][SCALE], product[SCALE][SCALE];
static double left_real[SCALE][SCALE], right_real[SCALE][SCALE], product_real[SCALE][SCALE];

static void fill(void) {
    for (int i = 0; i < SCALE; i++)
        for (int j = 0; j < SCALE; j++) {
            left_real[i][j] = left[i][j] = (i * 7 + j * 3) % 101 - 50;
            right_real[i][j] = right[i][j] = (i * 5 + j * 11) % 97 - 48;
        }
}

static void multiply(void) {
    for (int i = 0; i < SCALE; i++)
        for (int j = 0; j < SCALE; j++) {
            int sum = 0;
            for (int k = 0; k < SCALE; k++) sum += left[i][k] * right[k][j];
            product[i][j] = sum;
        }
}

static void multiply_real(void) {
    for (int i = 0; i < SCALE; i++)
        for (int j = 0; j < SCALE; j++) {
            double sum = 0;
            for (int k = 0; k < SCALE; k++) sum += left_real[i][k] * right_real[k][j];
            product_real[i][j] = sum;
        }
}

int main(void) {
    unsigned hash = 17;
    fill();
    multiply();
    multiply_real();
    for (int i = 0; i < SCALE; i++)
        for (int j = 0; j < SCALE; j++) {
            if (product_real[i][j] != product[i][j]) return 1;
            hash = hash * 31u + (unsigned)product[i][j];
        }
    printf("matrix %08x\n", hash);
    return 0;
}
