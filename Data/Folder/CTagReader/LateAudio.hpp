#pragma once
#include "BoundedStream.hpp"
#include <id3v2framefactory.h>
#include <memory>
#include <mpegfile.h>
#include <mpegheader.h>

/// Opens MPEG audio, or any audio whose tags are those of MP3.
inline std::unique_ptr<TagLib::MPEG::File> mpegFile(BoundedStream &stream) {
#if TAGLIB_MAJOR_VERSION >= 2
    return std::make_unique<TagLib::MPEG::File>(&stream, false);
#else
    return std::make_unique<TagLib::MPEG::File>(&stream, TagLib::ID3v2::FrameFactory::instance(), false);
#endif
}

/// Audio after more than one ID3v2 tag, or after bytes without meaning. TagLib recognizes only audio near the first tag.
///
/// Source: https://id3.org/id3v2.4.0-structure
class LateAudio {
public:
    /// The end of the ID3v2 tags at the start of a stream.
    static int64_t endOfTags(BoundedStream &stream) {
        int64_t position = 0;
        for (int count = 0; count < tagLimit; count++) {
            const auto size = tagSize(stream, position);
            if (size == 0) break;
            position += size;
        }
        return position;
    }

    /// Makes the stream leave out zero bytes and further tags after the first tag and, if `searches`, any bytes before three
    /// frames of MPEG audio. Returns whether it leaves out any.
    static bool leaveOutGap(BoundedStream &stream, bool searches) {
        const int64_t start = tagSize(stream, 0), length = stream.length();
        int64_t position = start;
        for (int count = 0; count < tagLimit; count++) {
            const auto zeros = endOfZeros(stream, position);
            const auto next = zeros + (start > 0 ? tagSize(stream, zeros) : 0);
            if (next == position) break;
            position = next;
        }
        if (searches && position < length) position = firstFrame(stream, position);
        if (position <= start || position >= length) return false;
        stream.leaveOut(start, position);
        return true;
    }

private:
    static constexpr int tagLimit = 8;
    static constexpr int64_t searchLimit = 1 << 20;

    /// The size of the tag at a position; 0 if there is none.
    static int64_t tagSize(BoundedStream &stream, int64_t position) {
        const auto bytes = stream.read(position, 10);
        if (bytes.size() < 10 || !bytes.startsWith("ID3")) return 0;
        int64_t size = 0;
        for (unsigned index = 6; index < 10; index++) size = size << 7 | (bytes[index] & 0x7F);
        return 10 + size + (bytes[5] & 0x10 ? 10 : 0);
    }

    static int64_t endOfZeros(BoundedStream &stream, int64_t start) {
        int64_t position = start;
        while (position - start < searchLimit) {
            const auto bytes = stream.read(position, 4 << 10);
            unsigned zeros = 0;
            while (zeros < bytes.size() && bytes[zeros] == 0) zeros++;
            position += zeros;
            if (zeros == 0 || zeros < bytes.size()) break;
        }
        // Atoms (MP4) begin with up to three zero bytes.
        return position - start < 4 ? start : position;
    }

    /// The position of the first frame with two more after it, or else `start`.
    static int64_t firstFrame(BoundedStream &stream, int64_t start) {
        const auto file = mpegFile(stream);
        stream.setEnd(start + searchLimit);
        auto position = static_cast<int64_t>(file->nextFrameOffset(static_cast<StreamOffset>(start)));
        while (position >= 0) {
            const TagLib::MPEG::Header frame(file.get(), static_cast<StreamOffset>(position), true);
            const auto next = static_cast<StreamOffset>(position + frame.frameLength());
            if (TagLib::MPEG::Header(file.get(), next, true).isValid()) break;
            position = file->nextFrameOffset(static_cast<StreamOffset>(position + 1));
        }
        stream.setEnd(INT64_MAX);
        return position < 0 ? start : position;
    }
};
