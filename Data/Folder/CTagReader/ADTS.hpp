#pragma once
#include "LateAudio.hpp"
#include <cstdint>
#include <optional>
#include <tbytevector.h>

/// Raw AAC: frames that each have a header (ADTS), after ID3v2 tags. TagLib 1 does not recognize them.
///
/// Source: ISO/IEC 13818-7, section 6.2
class ADTS {
public:
    /// The duration in milliseconds, measured only if requested; nullopt for any other content.
    static std::optional<int64_t> milliseconds(BoundedStream &stream, bool measures) {
        const int limit = measures ? frameLimit : 2;
        const int64_t start = LateAudio::endOfTags(stream), length = static_cast<int64_t>(stream.length());
        int64_t position = start, samples = 0;
        unsigned frequency = 0;
        int count = 0;
        // Frames differ in size, so the duration of a longer file is estimated from its first `frameLimit` frames.
        for (; count < limit && position < length; count++) {
            const auto frame = header(stream, position);
            if (!frame || (frequency && frame->frequency != frequency) || position + frame->size > length) break;
            frequency = frame->frequency;
            samples += frame->samples;
            position += frame->size;
        }
        // Two bytes of any content may look like a header; several headers in a row do not.
        if (count < 2) return std::nullopt;
        if (count == limit) samples = static_cast<int64_t>(double(samples) * (length - start) / (position - start));
        return samples * 1000 / frequency;
    }

private:
    static constexpr int frameLimit = 100'000;

    struct Header {
        unsigned frequency;
        int64_t size, samples;
    };

    static std::optional<Header> header(BoundedStream &stream, int64_t offset) {
        static constexpr unsigned frequencies[] = {96000, 88200, 64000, 48000, 44100, 32000, 24000,
                                                   22050, 16000, 12000, 11025, 8000,  7350};
        const auto bytes = stream.read(offset, 7);
        const auto byte = [&](unsigned index) { return static_cast<uint8_t>(bytes[index]); };
        // The sync word is followed by the version, a layer of 0 and whether there is no checksum.
        if (bytes.size() < 7 || byte(0) != 0xFF || (byte(1) & 0xF6) != 0xF0) return std::nullopt;
        const unsigned index = byte(2) >> 2 & 0xF;
        const int64_t size = int64_t(byte(3) & 3) << 11 | byte(4) << 3 | byte(5) >> 5;
        if (index >= std::size(frequencies) || size < 7) return std::nullopt;
        return Header{frequencies[index], size, 1024 * ((byte(6) & 3) + 1)};
    }
};
