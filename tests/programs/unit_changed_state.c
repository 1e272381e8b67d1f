//! what: a contract that excludes a finding by itself says nothing of the program's other variables
//! entry: begin
//! cover: branch 4/4
//! needs-contract: null-dereference 12 start is not null

extern int mode;
extern int (*start)(int number);

int begin(int number) {
    if (mode != 5)
        return 1;
    if (start(number) == 3)
        return 2;
    return 0;
}
