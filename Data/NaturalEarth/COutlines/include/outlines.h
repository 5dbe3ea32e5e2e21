#ifndef OUTLINES_H
#define OUTLINES_H

#include <stddef.h>

/// A table of lines with tab-separated fields. Its bytes are part of the program and end with a line feed.
///
/// Source: Natural Earth, 1:110,000,000 (https://www.naturalearthdata.com, public domain).
struct outline_table {
    const unsigned char *bytes;
    size_t size;
};

/// A ring per line: its first point, then the step to each following point; east before north, in hundredths of a
/// degree.
struct outline_table outline_rings(void);
/// A city per line: hundredths of a degree east, hundredths of a degree north, name.
struct outline_table outline_cities(void);

#endif
