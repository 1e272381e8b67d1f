//! what: CREST's inputs of long and floating types
//! cover: branch 4/4

void __CrestLong(long *x);
void __CrestDouble(double *x);

int main(void) {
    long number;
    double real;
    __CrestLong(&number);
    __CrestDouble(&real);
    if (number == 77777777L)
        return 1;
    if (real == 2.5)
        return 2;
    return 0;
}
