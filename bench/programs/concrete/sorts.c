/* Quicksort (recursive, median of three) and heap sort of pseudo-random integers; both results must agree. */
#include <stdint.h>
#include <stdio.h>

#ifndef SCALE
#define SCALE 200000
#endif

static int quick[SCALE], heap[SCALE];

static void fill(void) {
    uint32_t seed = 2463534242u;
    for (int i = 0; i < SCALE; i++) {
        seed = seed * 1664525u + 1013904223u;
        quick[i] = heap[i] = (int)(seed >> 1);
    }
}

static void swap(int *a, int *b) {
    int kept = *a;
    *a = *b;
    *b = kept;
}

static int median_of_three(const int *values, int low, int high) {
    int a = values[low], b = values[low + (high - low) / 2], c = values[high];
    if (a < b) return b < c ? b : a < c ? c : a;
    return a < c ? a : b < c ? c : b;
}

static void quicksort(int *values, int low, int high) {
    while (low < high) {
        int pivot = median_of_three(values, low, high), left = low, right = high;
        while (left <= right) {
            while (values[left] < pivot) left++;
            while (values[right] > pivot) right--;
            if (left <= right) swap(&values[left++], &values[right--]);
        }
        quicksort(values, low, right);
        low = left;
    }
}

static void sift_down(int *values, int root, int count) {
    for (int child; (child = 2 * root + 1) < count; root = child) {
        if (child + 1 < count && values[child] < values[child + 1]) child++;
        if (values[root] >= values[child]) return;
        swap(&values[root], &values[child]);
    }
}

static void heapsort_ints(int *values, int count) {
    for (int root = count / 2 - 1; root >= 0; root--) sift_down(values, root, count);
    for (int end = count - 1; end > 0; end--) {
        swap(&values[0], &values[end]);
        sift_down(values, 0, end);
    }
}

int main(void) {
    fill();
    quicksort(quick, 0, SCALE - 1);
    heapsort_ints(heap, SCALE);
    uint32_t sum = 0;
    for (int i = 0; i < SCALE; i++) {
        if (quick[i] != heap[i]) return 1;
        sum = sum * 31u + (uint32_t)quick[i];
    }
    printf("sorts %08x\n", (unsigned)sum);
    return 0;
}
