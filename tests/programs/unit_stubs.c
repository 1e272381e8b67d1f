//! what: functions that are only declared answer by result, through parameters and by pointers
//! entry: control
//! cover: branch 16/16

struct reading {
    short level;
    unsigned char valid;
    double pressure[2];
};

struct device {
    int id;
    int is_ready;
};

int read_sensor(int number, int *value);
void sample(struct reading *reading);
struct device *find_device(const char *name);
void log_text(const char *text);

int control(int number) {
    int value = 7;
    struct reading reading = {0};
    if (read_sensor(number, &value) != 0)
        return -1;
    if (value == 1234)
        log_text("odd");
    sample(&reading);
    if (reading.valid && reading.level < -5)
        return 1;
    if (reading.pressure[1] > 1e6)
        return 2;
    struct device *device = find_device("pump");
    if (!device)
        return 3;
    if (device->is_ready && device->id == 42)
        return 4;
    return 0;
}
