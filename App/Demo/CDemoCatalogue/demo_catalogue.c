#include "demo_catalogue.h"

static const unsigned char songs[] = {
#embed "songs.ndjson"
};

struct demo_document demo_songs(void) {
    return (struct demo_document){songs, sizeof songs};
}

static const unsigned char playlists[] = {
#embed "playlists.ndjson"
};

struct demo_document demo_playlists(void) {
    return (struct demo_document){playlists, sizeof playlists};
}

static const unsigned char flo[] = {
#embed "flo.json"
};

struct demo_document demo_flo(void) {
    return (struct demo_document){flo, sizeof flo};
}
