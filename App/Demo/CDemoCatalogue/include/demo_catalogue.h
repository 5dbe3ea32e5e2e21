#ifndef DEMO_CATALOGUE_H
#define DEMO_CATALOGUE_H

#include <stddef.h>

/// A document of the demo's catalogue. The bytes are part of the program and stay valid.
struct demo_document {
    const unsigned char *bytes;
    size_t size;
};

/// 1,100 songs as facts: names, durations and dates, one JSON object per line.
/// The last line is a tune made for the demo, with original lyrics.
struct demo_document demo_songs(void);
/// 147 playlists of these songs, one JSON object per line; some name a song that the catalogue lacks.
struct demo_document demo_playlists(void);
/// The FLO assignment document: one object without an id.
struct demo_document demo_flo(void);

#endif
