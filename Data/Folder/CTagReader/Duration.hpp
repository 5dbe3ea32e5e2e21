#pragma once
#include "BoundedStream.hpp"
#include <aifffile.h>
#include <asffile.h>
#include <audioproperties.h>
#include <cmath>
#include <flacfile.h>
#include <id3v2framefactory.h>
#include <memory>
#include <mp4file.h>
#include <mpegfile.h>
#include <mpegheader.h>
#include <oggflacfile.h>
#include <optional>
#include <wavfile.h>
#include <wavpackfile.h>

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

/// Measures the duration of audio whose header does not state it, because a program wrote it to a pipe, in fragments, or
/// not to its end. Durations are in milliseconds, and 0 if they are unknown.
class Duration {
public:
    static int64_t measured(TagLib::File *file, BoundedStream &stream) {
        if (dynamic_cast<TagLib::RIFF::WAV::File *>(file)) return Duration(stream).wave();
        if (dynamic_cast<TagLib::RIFF::AIFF::File *>(file)) return Duration(stream).aiff();
        if (dynamic_cast<TagLib::MP4::File *>(file)) return Duration(stream).fragments();
        if (dynamic_cast<TagLib::WavPack::File *>(file)) return Duration(stream).wavPack();
        const auto *properties = file->audioProperties();
        const int64_t frequency = properties ? properties->sampleRate() : 0;
        if (frequency > 0 && dynamic_cast<TagLib::FLAC::File *>(file)) return Duration(stream).flac() * 1000 / frequency;
        if (frequency > 0 && dynamic_cast<TagLib::Ogg::FLAC::File *>(file)) return Duration(stream).ogg() * 1000 / frequency;
        if (dynamic_cast<TagLib::ASF::File *>(file)) return Duration(stream).windowsMedia(properties ? properties->bitrate() : 0);
        return 0;
    }

    /// The duration of raw AAC: frames that each have a header (ADTS), after ID3v2 tags. TagLib 1 does not recognize them.
    /// Returns nullopt for any other content, and a duration only if it is requested.
    ///
    /// Source: ISO/IEC 13818-7, section 6.2
    static std::optional<int64_t> ofRawAAC(BoundedStream &stream, bool isRequested) {
        static constexpr uint64_t frequencies[] = {96000, 88200, 64000, 48000, 44100, 32000, 24000,
                                                   22050, 16000, 12000, 11025, 8000,  7350};
        const int limit = isRequested ? frameLimit : 2;
        const int64_t start = LateAudio::endOfTags(stream), length = stream.length();
        int64_t position = start;
        uint64_t samples = 0, frequency = 0;
        int count = 0;
        for (; count < limit && position < length; count++) {
            // The sync word is followed by the version, a layer of 0 and whether there is no checksum.
            const auto header = integer(stream.read(position, 7), 0, 7, true), index = header >> 34 & 0xF;
            const auto size = static_cast<int64_t>(header >> 13 & 0x1FFF);
            if ((header >> 40 & 0xFFF6) != 0xFFF0 || index >= std::size(frequencies) || size < 7) break;
            if ((frequency && frequencies[index] != frequency) || position + size > length) break;
            frequency = frequencies[index];
            samples += 1024 * ((header & 3) + 1);
            position += size;
        }
        // Two bytes of any content may look like a header; several headers in a row do not.
        if (count < 2) return std::nullopt;
        // Frames differ in size, so the duration of a longer file is estimated from its first frames.
        const double complete = count < limit ? 1 : double(length - start) / double(position - start);
        return static_cast<int64_t>(double(samples) * complete * 1000 / double(frequency));
    }

private:
    static constexpr int frameLimit = 100'000;
    static constexpr int chunkLimit = 10'000;
    static constexpr int64_t endBytes = 128 << 10;

    BoundedStream &stream;
    const int64_t length;

    explicit Duration(BoundedStream &stream) : stream(stream), length(stream.length()) {}

    static uint64_t integer(const TagLib::ByteVector &bytes, unsigned offset, unsigned size, bool isBigEndian) {
        uint64_t value = 0;
        for (unsigned index = 0; index < size && offset + size <= bytes.size(); index++)
            value = value << 8 | static_cast<uint8_t>(bytes[offset + (isBigEndian ? index : size - 1 - index)]);
        return value;
    }

    static int64_t quotient(double bytes, double bytesPerSecond) {
        const double milliseconds = bytes * 1000 / bytesPerSecond;
        return milliseconds > 0 && milliseconds < 1e15 ? static_cast<int64_t>(milliseconds) : 0;
    }

    /// Calls `body` with the name, the start and the stated size of each chunk until it returns false.
    template <typename Body> void chunks(bool isBigEndian, Body body) {
        int64_t position = 12;
        for (int count = 0; count < chunkLimit && position + 8 <= length; count++) {
            const auto header = stream.read(position, 8);
            if (header.size() < 8) return;
            const auto size = static_cast<int64_t>(integer(header, 4, 4, isBigEndian));
            if (!body(header.mid(0, 4), position + 8, size)) return;
            position += 8 + size + size % 2;
        }
    }

    /// The bytes of audio, which end with the file if their size is unknown, too large or not yet written.
    int64_t audioBytes(int64_t start, int64_t size, bool isUnfinished) const {
        const auto rest = std::max<int64_t>(0, length - start);
        return size == 0 && isUnfinished ? rest : std::min(size, rest);
    }

    bool isUnfinished() { return integer(stream.read(4, 4), 0, 4, false) == 0; }

    /// Source: EBU Tech 3306 (RF64)
    int64_t wave() {
        const bool isUnfinished = this->isUnfinished();
        double bytesPerSecond = 0;
        int64_t largeSize = INT64_MAX, milliseconds = 0;
        chunks(false, [&](const TagLib::ByteVector &name, int64_t start, int64_t size) {
            if (name == "fmt ") bytesPerSecond = static_cast<double>(integer(stream.read(start + 8, 4), 0, 4, false));
            if (name == "ds64") largeSize = static_cast<int64_t>(integer(stream.read(start + 8, 8), 0, 8, false) & INT64_MAX);
            if (name != "data") return true;
            const auto bytes = audioBytes(start, size == UINT32_MAX ? largeSize : size, isUnfinished);
            milliseconds = quotient(static_cast<double>(bytes), bytesPerSecond);
            return false;
        });
        return milliseconds;
    }

    int64_t aiff() {
        const bool isUnfinished = this->isUnfinished();
        double bytesPerSecond = 0;
        int64_t milliseconds = 0;
        chunks(true, [&](const TagLib::ByteVector &name, int64_t start, int64_t size) {
            if (name == "COMM") {
                const auto bytes = stream.read(start, 18);
                const auto exponent = static_cast<int>(integer(bytes, 8, 2, true) & 0x7FFF) - 16383 - 63;
                const double frequency = std::ldexp(static_cast<double>(integer(bytes, 10, 8, true)), exponent);
                const auto sampleBytes = integer(bytes, 0, 2, true) * ((integer(bytes, 6, 2, true) + 7) / 8);
                bytesPerSecond = frequency * static_cast<double>(sampleBytes);
            }
            if (name != "SSND") return true;
            // The samples follow an offset and a block size.
            const auto bytes = audioBytes(start, size, isUnfinished) - 8;
            milliseconds = quotient(static_cast<double>(bytes), bytesPerSecond);
            return false;
        });
        return milliseconds;
    }

    /// The bit rate is in kilobits per second and constant.
    int64_t windowsMedia(int bitRate) {
        // The packets follow the header object, and an object's head of 50 bytes.
        const auto start = static_cast<int64_t>(integer(stream.read(16, 8), 0, 8, false) & INT64_MAX);
        return start >= length - 50 ? 0 : quotient(static_cast<double>(length - start - 50), bitRate * 125.0);
    }

    /// The bytes at the end of the file, of which the last match of a pattern counts.
    TagLib::ByteVector end() {
        const auto size = std::min(length, endBytes);
        return stream.read(length - size, static_cast<unsigned>(size));
    }

    /// The samples of Ogg FLAC, which are the granule position of the last page.
    int64_t ogg() {
        const auto bytes = end();
        const int page = bytes.rfind("OggS");
        return page < 0 ? 0 : samples(integer(bytes, page + 6, 8, false));
    }

    static int64_t samples(uint64_t count) { return count < (uint64_t(1) << 48) ? static_cast<int64_t>(count) : 0; }

    /// Source: WavPack 5 Binary File / Block Format, section 2.0
    int64_t wavPack() {
        const auto bytes = end();
        static constexpr unsigned frequencies[] = {6000,  8000,  9600,  11025, 12000, 16000, 22050, 24000,
                                                   32000, 44100, 48000, 64000, 88200, 96000, 192000};
        for (int block = bytes.rfind("wvpk"); block >= 0; block = block == 0 ? -1 : bytes.mid(0, block).rfind("wvpk")) {
            const auto index = integer(bytes, block + 16, 4, false), count = integer(bytes, block + 20, 4, false);
            const auto frequency = integer(bytes, block + 24, 4, false) >> 23 & 0xF;
            if (count > 0 && frequency < std::size(frequencies))
                return static_cast<int64_t>((index + count) * 1000 / frequencies[frequency]);
        }
        return 0;
    }

    /// The samples before and in the last frame (RFC 9639, section 9.1).
    int64_t flac() {
        const auto bytes = end();
        // `fLaC`, the header of the first block, and the smallest size of blocks.
        const auto blockSize = static_cast<int64_t>(integer(stream.read(LateAudio::endOfTags(stream) + 8, 2), 0, 2, true));
        for (int position = static_cast<int>(bytes.size()) - 16; position >= 0; position--) {
            const auto byte = [&](int index) { return static_cast<uint8_t>(bytes[position + index]); };
            if (byte(0) != 0xFF || (byte(1) & 0xFE) != 0xF8 || byte(3) >> 4 > 10 || byte(3) & 1) continue;
            int index = 4, more = 0;
            uint64_t number = byte(index);
            while (number & (0x80 >> more) && more < 7) more++;
            if (more == 1) continue;
            number &= 0x7F >> more;
            for (int count = 1; count < more; count++) number = number << 6 | (byte(++index) & 0x3F);
            index++;
            const int sizeCode = byte(2) >> 4, frequencyCode = byte(2) & 0xF;
            int64_t size = sizeCode == 1 ? 192 : sizeCode >= 8 ? 256 << (sizeCode - 8) : 576 << (sizeCode - 2 & 7);
            if (sizeCode == 6) size = byte(index++) + 1;
            if (sizeCode == 7) {
                size = (byte(index) << 8 | byte(index + 1)) + 1;
                index += 2;
            }
            index += frequencyCode == 12 ? 1 : frequencyCode == 13 || frequencyCode == 14 ? 2 : 0;
            if (sizeCode == 0 || checksum(bytes, position, index) != byte(index)) continue;
            return samples(byte(1) & 1 ? number : number * blockSize) + size;
        }
        return 0;
    }

    /// The checksum of a frame's header, with the polynomial x^8 + x^2 + x + 1.
    static uint8_t checksum(const TagLib::ByteVector &bytes, int start, int size) {
        uint8_t sum = 0;
        for (int index = 0; index < size; index++) {
            sum ^= static_cast<uint8_t>(bytes[start + index]);
            for (int bit = 0; bit < 8; bit++) sum = static_cast<uint8_t>(sum & 0x80 ? sum << 1 ^ 0x07 : sum << 1);
        }
        return sum;
    }

    /// A track of a file in fragments.
    struct Track {
        uint64_t number = 0, frequency = 0, sampleDuration = 0, end = 0;
        bool isAudio = false;
    };

    /// The duration of the first audio track (ISO/IEC 14496-12, section 8.8).
    int64_t fragments() {
        std::vector<Track> tracks;
        int64_t last = 0;
        atoms(0, length, [&](const TagLib::ByteVector &name, int64_t start, int64_t end) {
            if (name == "moov") tracks = this->tracks(start, end);
            if (name == "moof") addFragment(tracks, start, end);
            last = end;
        });
        for (const auto &track : tracks) {
            if (!track.isAudio || track.frequency == 0) continue;
            const double seconds = static_cast<double>(track.end) / static_cast<double>(track.frequency);
            // A longer file has more atoms than are read.
            const bool isComplete = atomsLeft > 0;
            return quotient(isComplete ? seconds : seconds * static_cast<double>(length) / static_cast<double>(last), 1);
        }
        return 0;
    }

    int atomsLeft = 100'000;

    /// Calls `body` with the name and the content of each atom in a range.
    template <typename Body> void atoms(int64_t position, int64_t end, Body body) {
        while (position + 8 <= end && atomsLeft > 0) {
            atomsLeft--;
            const auto header = stream.read(position, 16);
            auto size = static_cast<int64_t>(integer(header, 0, 4, true));
            const int64_t start = position + (size == 1 ? 16 : 8);
            if (size == 1) size = static_cast<int64_t>(integer(header, 8, 8, true) & INT64_MAX);
            if (size == 0) size = end - position;
            if (size < start - position || size > end - position) size = end - position;
            body(header.mid(4, 4), start, position + size);
            position += size;
        }
    }

    std::vector<Track> tracks(int64_t start, int64_t end) {
        std::vector<Track> tracks;
        std::vector<std::pair<uint64_t, uint64_t>> defaults;
        atoms(start, end, [&](const TagLib::ByteVector &name, int64_t start, int64_t end) {
            if (name == "trak" && tracks.size() < 100) tracks.push_back(track(start, end));
            if (name != "mvex") return;
            atoms(start, end, [&](const TagLib::ByteVector &name, int64_t start, int64_t) {
                const auto bytes = stream.read(start, 16);
                if (name == "trex" && defaults.size() < 100)
                    defaults.emplace_back(integer(bytes, 4, 4, true), integer(bytes, 12, 4, true));
            });
        });
        for (auto &track : tracks)
            for (const auto &[number, duration] : defaults)
                if (number == track.number) track.sampleDuration = duration;
        return tracks;
    }

    Track track(int64_t start, int64_t end) {
        Track track;
        atoms(start, end, [&](const TagLib::ByteVector &name, int64_t start, int64_t end) {
            const auto bytes = stream.read(start, 32);
            const bool isLarge = bytes.startsWith("\1");
            if (name == "tkhd") track.number = integer(bytes, isLarge ? 20 : 12, 4, true);
            if (name != "mdia") return;
            atoms(start, end, [&](const TagLib::ByteVector &name, int64_t start, int64_t) {
                const auto bytes = stream.read(start, 32);
                const bool isLarge = bytes.startsWith("\1");
                if (name == "mdhd") track.frequency = integer(bytes, isLarge ? 20 : 12, 4, true);
                if (name == "hdlr") track.isAudio = bytes.mid(8, 4) == "soun";
            });
        });
        return track;
    }

    void addFragment(std::vector<Track> &tracks, int64_t start, int64_t end) {
        atoms(start, end, [&](const TagLib::ByteVector &name, int64_t start, int64_t end) {
            if (name != "traf") return;
            Track *track = nullptr;
            uint64_t sampleDuration = 0;
            atoms(start, end, [&](const TagLib::ByteVector &name, int64_t start, int64_t end) {
                const auto bytes = stream.read(start, 32);
                const auto flags = integer(bytes, 1, 3, true);
                if (name == "tfhd") {
                    for (auto &known : tracks)
                        if (known.number == integer(bytes, 4, 4, true)) track = &known;
                    // The duration follows the offset of the data and the number of the description, if they exist.
                    const unsigned offset = 8 + (flags & 1 ? 8 : 0) + (flags & 2 ? 4 : 0);
                    if (track) sampleDuration = flags & 8 ? integer(bytes, offset, 4, true) : track->sampleDuration;
                }
                if (!track) return;
                if (name == "tfdt") track->end = integer(bytes, 4, bytes.startsWith("\1") ? 8 : 4, true);
                if (name != "trun") return;
                const auto count = integer(bytes, 4, 4, true);
                if (!(flags & 0x100)) {
                    track->end += count * sampleDuration;
                    return;
                }
                const unsigned offset = 8 + (flags & 1 ? 4 : 0) + (flags & 4 ? 4 : 0);
                const unsigned size = 4 + (flags & 0x200 ? 4 : 0) + (flags & 0x400 ? 4 : 0) + (flags & 0x800 ? 4 : 0);
                const auto samples = stream.read(start + offset, static_cast<unsigned>(
                    std::clamp<int64_t>(end - start - offset, 0, 1 << 20)));
                for (uint64_t index = 0; index < count && (index + 1) * size <= samples.size(); index++)
                    track->end += integer(samples, static_cast<unsigned>(index * size), 4, true);
            });
        });
    }
};
