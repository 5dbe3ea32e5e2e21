#ifndef CTAGREADER_H
#define CTAGREADER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The properties of an audio file that are not tags.
typedef struct {
    /// The duration in milliseconds; 0 if it is unknown.
    int64_t milliseconds;
    bool has_picture;
} tag_reader_properties;

typedef enum {
    tag_reader_success,
    /// TagLib does not read the file as audio.
    tag_reader_not_audio,
    /// The tags need more than the byte limit.
    tag_reader_too_large,
    /// The file could not be read to its end.
    tag_reader_io_error
} tag_reader_result;

/// Text of ID3 tags that is Latin-1 by their specification has each byte above ASCII as this number plus the byte (U+F780
/// to U+F7FF), because many programs write other encodings there.
#define TAG_READER_BYTE_MARK 0xF700

/// Receives one value of a tag; `key` ends with NUL, `value` is UTF-8 of `size` bytes. A file may have several tags, which
/// are numbered from the most to the least expressive one: Vorbis comments, ID3v2, APE, ID3v1 and others.
typedef void (*tag_reader_value)(void *context, int tag, const char *key, const char *value, size_t size);

/// Receives the bytes of a picture.
typedef void (*tag_reader_bytes)(void *context, const void *bytes, size_t size);

/// Reads the tags of an open file. The content decides the format, not the name; but in a file that is named as audio, MPEG
/// audio may begin after other bytes.
///
/// Keys are those of TagLib's property maps, such as `TITLE`, `ALBUMARTIST` and `TRACKNUMBER`, and two more: `ADVISORY`
/// (the advisory of MP4) and `SYNCEDLYRICS` (ID3v2 SYLT as LRC). Reads at most `limit` bytes and ignores the file's
/// position. Source: https://taglib.org/api/p_propertymapping.html
tag_reader_result tag_reader_read(
    int file, int64_t limit, bool is_named_audio, tag_reader_properties *properties, tag_reader_value value,
    void *context);

/// Reads the front cover of an open audio file, or else its first picture; calls `bytes` at most once.
tag_reader_result tag_reader_picture(int file, int64_t limit, tag_reader_bytes bytes, void *context);

#ifdef __cplusplus
}
#endif
#endif
