#pragma once
#include <algorithm>
#include <id3v2extendedheader.h>
#include <id3v2frame.h>
#include <id3v2header.h>
#include <tbytevector.h>
#include <vector>

/// Finds the frames of an ID3v2 tag that Fermata reads. Other frames get names unknown to TagLib, so it stores them as
/// bytes.
///
/// Compressed frames can grow a thousandfold, chapters contain nested frames, and genres and synchronized lyrics need
/// quadratic time. TagLib limits none of them.
///
/// Source: https://id3.org/id3v2.4.0-structure, https://id3.org/id3v2-chapters-1.0
class ID3Frames {
public:
    /// Hides the frames that Fermata does not read, where `frames` is the content of a tag without unsynchronization.
    /// Returns no bytes if they cannot be hidden. Time grows with the number of frames.
    static TagLib::ByteVector readable(TagLib::ByteVector frames, const TagLib::ID3v2::Header &tag) {
        // Where TagLib expects a frame can depend on the name of another, so the result is checked again.
        for (int pass = 0; pass < 4; pass++) {
            const auto positions = unused(frames, tag);
            if (positions.empty()) return frames;
            for (const auto position : positions) hide(frames, position, tag.majorVersion());
        }
        return TagLib::ByteVector();
    }

private:
    static constexpr unsigned genreLimit = 4 << 10, textLimit = 64 << 10, lyricsLimit = 1 << 20;
    static constexpr int synchronizedLimit = 8;
    static constexpr char hiddenName[] = "XXX";

    /// TagLib 1 protects the type of a frame's header.
    struct Frame : TagLib::ID3v2::Frame {
        using TagLib::ID3v2::Frame::Header;
    };

    static unsigned headerSize(unsigned version) { return version < 3 ? 6 : 10; }

    /// The positions of unused frames, found with TagLib's rules and types.
    static std::vector<unsigned> unused(const TagLib::ByteVector &frames, const TagLib::ID3v2::Header &tag) {
        std::vector<unsigned> positions;
        const auto version = tag.majorVersion();
        unsigned position = 0;
        int synchronized = 0;
        if (tag.extendedHeader()) {
            TagLib::ID3v2::ExtendedHeader header;
            header.setData(frames);
            if (header.size() <= frames.size()) position = header.size();
        }
        while (position < frames.size() && frames[position] != 0) {
            const auto rest = frames.size() - position;
            const Frame::Header header(frames.mid(position), version);
            const auto size = header.frameSize();
            if (rest < headerSize(version) || size > rest) break;
            const auto name = header.frameID();
            const bool isTooMuch = isSynchronized(name) && ++synchronized > synchronizedLimit;
            if (header.compression() || isTooMuch || !isUsed(name, size)) positions.push_back(position);
            position += headerSize(version) + size;
        }
        return positions;
    }

    static bool isUsed(const TagLib::ByteVector &name, unsigned size) {
        for (const char *bytes : {hiddenName, "APIC", "PIC"})
            if (name.startsWith(bytes)) return true;
        if (name.startsWith("USLT") || name.startsWith("ULT")) return size <= lyricsLimit;
        if (name.startsWith("TCO")) return size <= genreLimit;
        return size <= textLimit && (name.startsWith("T") || name.startsWith("UFI") || isSynchronized(name));
    }

    static bool isSynchronized(const TagLib::ByteVector &name) {
        return name.startsWith("SYLT") || name.startsWith("SLT");
    }

    static void hide(TagLib::ByteVector &frames, unsigned position, unsigned version) {
        std::copy_n(hiddenName, 3, frames.begin() + position);
        // Without flags the content is neither compressed nor encoded otherwise.
        if (version >= 3) frames[position + 9] = 0;
    }
};
