#include "gazetteer.h"

static const unsigned char names[] = {
#embed "names.tsv"
};

struct gazetteer_table gazetteer_names(void) {
    return (struct gazetteer_table){names, sizeof names};
}

static const unsigned char places[] = {
#embed "places.tsv"
};

struct gazetteer_table gazetteer_places(void) {
    return (struct gazetteer_table){places, sizeof places};
}

static const unsigned char regions[] = {
#embed "regions.tsv"
};

struct gazetteer_table gazetteer_regions(void) {
    return (struct gazetteer_table){regions, sizeof regions};
}

static const unsigned char provinces[] = {
#embed "provinces.tsv"
};

struct gazetteer_table gazetteer_provinces(void) {
    return (struct gazetteer_table){provinces, sizeof provinces};
}

static const unsigned char region_names[] = {
#embed "region-names.tsv"
};

struct gazetteer_table gazetteer_region_names(void) {
    return (struct gazetteer_table){region_names, sizeof region_names};
}
