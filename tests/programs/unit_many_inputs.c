//! what: a struct with very many members: those that are looked at are made, and pointers into it
//! entry: inspect
//! cover: branch 12/12

struct cell {
    int first_of_the_pair, second_of_the_pair;
    struct cell *following_cell;
};

struct sheet {
    struct cell a_long_name_for_a_row_of_cells[40][60];
    int last;
};

int inspect(const struct sheet *sheet) {
    if (!sheet)
        return 0;
    const struct cell *first = &sheet->a_long_name_for_a_row_of_cells[0][0];
    if (first->first_of_the_pair == 12 && first->second_of_the_pair == 13)
        return 1;
    if (first->following_cell == first)
        return 2;
    if (first->following_cell && first->following_cell->second_of_the_pair == 5)
        return 3;
    return 4 + (sheet->a_long_name_for_a_row_of_cells[39][59].first_of_the_pair == 7);
}
