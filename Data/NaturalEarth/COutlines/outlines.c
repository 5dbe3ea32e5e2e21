#include "outlines.h"

static const unsigned char rings[] = {
#embed "rings.tsv"
};

struct outline_table outline_rings(void) {
    return (struct outline_table){rings, sizeof rings};
}

static const unsigned char cities[] = {
#embed "cities.tsv"
};

struct outline_table outline_cities(void) {
    return (struct outline_table){cities, sizeof cities};
}
