struct limits {
    int low, high;
};

/* Of another file than the device. */
int is_alarming(const struct limits *limits, int value) {
    return value < limits->low || value > limits->high;
}
