#pragma once
#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <id3v2extendedheader.h>
#include <id3v2frame.h>
#include <id3v2header.h>
#include <id3v2synchdata.h>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <sys/stat.h>
#include <taglib.h>
#include <tbytevector.h>
#include <tiostream.h>
#include <unistd.h>
#include <vector>

/// Rewrites an ID3v2 tag so that it has only frames that Fermata reads, as TagLib reads them.
///
/// Compressed frames can grow a thousandfold, chapters contain nested frames, and genres and synchronized lyrics need
/// quadratic time. TagLib limits none of them, and reads no frame after a malformed one and no UTF-16 without a byte order
/// mark.
///
/// Source: https://id3.org/id3v2.4.0-structure, https://id3.org/id3v2-chapters-1.0
class ID3Frames {
public:
    /// Returns as many bytes as `content`, which is that of a tag without unsynchronization. Time grows with the bytes.
    static TagLib::ByteVector readable(const TagLib::ByteVector &content, const TagLib::ID3v2::Header &tag) {
        return ID3Frames(content, tag).rewritten();
    }

private:
    using ByteVector = TagLib::ByteVector;

    static constexpr unsigned genreLimit = 4 << 10, textLimit = 64 << 10, lyricsLimit = 1 << 20;
    static constexpr int synchronizedLimit = 8;
    static constexpr char utf16 = 1, utf16BigEndian = 2;

    /// TagLib 1 protects the type of a frame's header.
    struct Frame : TagLib::ID3v2::Frame {
        using TagLib::ID3v2::Frame::Header;
    };

    const ByteVector &content;
    const unsigned version, headerSize, nameSize;
    const bool hasExtendedHeader, isUnsynchronized;
    int synchronized = 0;

    ID3Frames(const ByteVector &content, const TagLib::ID3v2::Header &tag)
        : content(content), version(tag.majorVersion()), headerSize(version < 3 ? 6 : 10), nameSize(version < 3 ? 3 : 4),
          hasExtendedHeader(tag.extendedHeader()), isUnsynchronized(version > 3 && tag.unsynchronisation()) {}

    ByteVector rewritten() {
        unsigned position = 0;
        if (hasExtendedHeader) {
            TagLib::ID3v2::ExtendedHeader header;
            header.setData(content);
            if (header.size() <= content.size()) position = header.size();
        }
        std::vector<char> frames(content.begin(), content.begin() + position);
        frames.reserve(content.size());
        while (position + headerSize < content.size() && content[position] != 0) {
            const auto size = frameSize(position);
            const auto end = position + headerSize + size;
            if (end > content.size() || (!isName(position) && !isFrameEnd(end))) {
                position = nextFrame(position + 1);
                continue;
            }
            if (isName(position) && size > 0) append(frames, position, size);
            position = end;
        }
        frames.resize(content.size());
        return ByteVector(frames.data(), static_cast<unsigned>(frames.size()));
    }

    /// The size that the header of a frame states. Some programs write the sizes of version 4 like those of version 3.
    unsigned frameSize(unsigned position) const {
        const auto bytes = content.mid(position + nameSize, version < 3 ? 3 : 4);
        const auto plain = std::min(bytes.toUInt(0, bytes.size(), true), content.size());
        if (version < 4) return plain;
        const auto size = std::min(TagLib::ID3v2::SynchData::toUInt(bytes), content.size());
        return size == plain || isFrameEnd(position + headerSize + size) || !isFrameEnd(position + headerSize + plain)
            ? size : plain;
    }

    /// Whether a frame may end here: at the end, before padding or before another frame.
    bool isFrameEnd(unsigned position) const {
        return position == content.size() || (position < content.size() && (content[position] == 0 || isName(position)));
    }

    bool isName(unsigned position) const {
        if (position + nameSize > content.size()) return false;
        for (unsigned index = 0; index < nameSize; index++) {
            const char byte = content[position + index];
            // iTunes writes names of version 2 in version 3.
            const bool isOld = version == 3 && index == 3 && byte == 0;
            if (!(byte >= 'A' && byte <= 'Z') && !(byte >= '0' && byte <= '9' && index > 0) && !isOld) return false;
        }
        return true;
    }

    /// The position of the next frame that Fermata reads and whose size fits, or the end.
    unsigned nextFrame(unsigned position) const {
        for (; position + headerSize < content.size(); position++) {
            if (!isName(position) || !isUsed(content.mid(position, nameSize), 1)) continue;
            const auto size = frameSize(position);
            if (size > 0 && isFrameEnd(position + headerSize + size)) return position;
        }
        return content.size();
    }

    void append(std::vector<char> &frames, unsigned position, unsigned size) {
        const auto name = content.mid(position, nameSize);
        const Frame::Header header(content.mid(position, headerSize), version);
        const bool isTooMuch = isSynchronized(name) && ++synchronized > synchronizedLimit;
        const bool isEmpty = version > 3 && header.dataLengthIndicator() && size <= 4;
        if (header.compression() || header.encryption() || isEmpty || isTooMuch || !isUsed(name, size)) return;
        auto data = content.mid(position + headerSize, size);
        const bool isEncoded = isUnsynchronized || (version > 2 && content[position + 9] != 0);
        const unsigned textStart = name.startsWith("T") ? 1 : name.startsWith("USLT") || name.startsWith("ULT") ? 4 : 0;
        if (!isEncoded && textStart > 0) data = withByteOrder(std::move(data), textStart);
        auto start = content.mid(position, headerSize);
        const auto bytes = version < 4 ? ByteVector::fromUInt(data.size()) : TagLib::ID3v2::SynchData::fromUInt(data.size());
        std::copy(bytes.end() - (version < 3 ? 3 : 4), bytes.end(), start.begin() + nameSize);
        frames.insert(frames.end(), start.begin(), start.end());
        frames.insert(frames.end(), data.begin(), data.end());
    }

    static bool isUsed(const ByteVector &name, unsigned size) {
        for (const char *bytes : {"APIC", "PIC"})
            if (name.startsWith(bytes)) return true;
        if (name.startsWith("USLT") || name.startsWith("ULT")) return size <= lyricsLimit;
        if (name.startsWith("TCO")) return size <= genreLimit;
        return size <= textLimit && (name.startsWith("T") || name.startsWith("UFI") || isSynchronized(name));
    }

    static bool isSynchronized(const ByteVector &name) {
        return name.startsWith("SYLT") || name.startsWith("SLT");
    }

    /// Converts texts in UTF-16 to big-endian if one has no byte order mark. It has the order of the text before, or else
    /// the more plausible one. The texts begin at `start`, and each ends with two zero bytes or the frame.
    static ByteVector withByteOrder(ByteVector frame, unsigned start) {
        if (frame.isEmpty() || frame[0] != utf16) return frame;
        const unsigned end = frame.size() < start ? 0 : frame.size() - (frame.size() - start) % 2;
        enum { unknown, little, big } order = unknown;
        bool isAtStart = true, hasMissing = false;
        int littleScore = 0, bigScore = 0;
        const auto unit = [&](unsigned position, bool isLittle) {
            const auto first = static_cast<uint8_t>(frame[position]), second = static_cast<uint8_t>(frame[position + 1]);
            return isLittle ? second << 8 | first : first << 8 | second;
        };
        for (unsigned position = start; position < end; position += 2) {
            const int value = unit(position, true);
            const bool isMark = value == 0xFEFF || value == 0xFFFE;
            if (isAtStart && value != 0 && !isMark) hasMissing = true;
            isAtStart = value == 0;
            littleScore += plausibility(value);
            bigScore += plausibility(unit(position, false));
        }
        if (!hasMissing) return frame;
        ByteVector texts = frame.mid(0, start);
        texts[0] = utf16BigEndian;
        isAtStart = true;
        for (unsigned position = start; position < end; position += 2) {
            const int value = unit(position, true);
            if (isAtStart && (value == 0xFEFF || value == 0xFFFE)) {
                order = value == 0xFEFF ? little : big;
                isAtStart = false;
                continue;
            }
            isAtStart = value == 0;
            const bool isLittle = order == little || (order == unknown && littleScore >= bigScore);
            texts.append(frame[position + isLittle]);
            texts.append(frame[position + !isLittle]);
        }
        return texts;
    }

    /// How likely a unit of UTF-16 is in a text.
    static int plausibility(int unit) {
        if (unit >= 0x20 && unit < 0x250) return 2;
        static constexpr int ranges[][2] = {
            {0x0370, 0x0700}, {0x0E00, 0x0E80}, {0x2010, 0x2040}, {0x3000, 0x3100}, {0x4E00, 0xA000}, {0xAC00, 0xD7B0},
            {0xFF00, 0xFFF0}};
        return std::any_of(std::begin(ranges), std::end(ranges), [&](auto &range) {
            return unit >= range[0] && unit < range[1];
        });
    }
};

// TagLib 2 changed the types of sizes and offsets.
#if TAGLIB_MAJOR_VERSION >= 2
using StreamSize = size_t;
using StreamOffset = TagLib::offset_t;
using InsertOffset = TagLib::offset_t;
#else
using StreamSize = unsigned long;
using StreamOffset = long;
using InsertOffset = unsigned long;
#endif

/// A read-only stream over an open file that limits what TagLib reads, whatever headers promise: bytes, fields and levels
/// of nesting, and the frames of ID3v2 tags. It can leave out bytes between a tag and the audio.
class BoundedStream final : public TagLib::IOStream {
public:
    BoundedStream(int file, int64_t limit)
        : file(file), left(limit), stack(reinterpret_cast<intptr_t>(__builtin_frame_address(0))) {
        struct stat status;
        size = fstat(file, &status) == 0 ? status.st_size : 0;
    }

    /// Leaves out the bytes from one offset to another, which are within the file.
    void leaveOut(int64_t from, int64_t to) {
        gapStart = from;
        gapSize = to - from;
        size -= gapSize;
        position = 0;
    }

    /// Ends the stream at an offset.
    void setEnd(int64_t offset) { end = offset; }

    /// Reads bytes at an offset without a limit; fewer at the end.
    TagLib::ByteVector read(int64_t offset, unsigned count) {
        TagLib::ByteVector block(count, 0);
        block.resize(static_cast<unsigned>(readFile(block.data(), std::min<int64_t>(count, length() - offset), offset)));
        return block;
    }

    TagLib::FileName name() const override { return ""; }

    TagLib::ByteVector readBlock(StreamSize requested) override {
        const auto depth = stack - reinterpret_cast<intptr_t>(__builtin_frame_address(0));
        if (depth > stackLimit) throw std::runtime_error("nested too deeply");
        const int64_t rest = std::max<int64_t>(0, std::min(size, end) - position);
        const int64_t count = std::min(static_cast<int64_t>(std::min<StreamSize>(requested, 1UL << 40)), rest);
        if (count > left || ++reads > readLimit) left = 0;
        if (count <= 0 || left <= 0) return emptyRead();
        if (count > largeBlock && !largeFileLock) largeFileLock.emplace(largeFiles);
        TagLib::ByteVector block(static_cast<unsigned int>(count), 0);
        const int64_t found = readFile(block.data(), count, position);
        if (found <= 0) return emptyRead();
        block.resize(static_cast<unsigned int>(found));
        const auto start = position;
        left -= found;
        position += found;
        countFields(block);
        if (left > 0) block = readableTag(std::move(block), start, requested);
        return left > 0 ? block : emptyRead();
    }

    bool isExhausted() const { return left <= 0; }
    bool hasFailed() const { return failed; }

    void seek(StreamOffset offset, Position from) override {
        const int64_t start = from == Beginning ? 0 : from == Current ? position : size;
        int64_t sum;
        position = __builtin_add_overflow(start, static_cast<int64_t>(offset), &sum) ? size : std::max<int64_t>(0, sum);
    }

    StreamOffset tell() const override { return position; }
    StreamOffset length() override { return size; }
    bool readOnly() const override { return true; }
    bool isOpen() const override { return true; }
    void writeBlock(const TagLib::ByteVector &) override {}
    void insert(const TagLib::ByteVector &, InsertOffset, StreamSize) override {}
    void removeBlock(InsertOffset, StreamSize) override {}
    void truncate(StreamOffset) override {}

private:
    /// Reads bytes around the gap; returns how many.
    int64_t readFile(char *bytes, int64_t count, int64_t offset) {
        if (offset < 0 || count <= 0) return 0;
        const int64_t beforeGap = std::clamp<int64_t>(gapStart - offset, 0, count);
        int64_t found = readRange(bytes, beforeGap, offset);
        if (found == beforeGap) found += readRange(bytes + found, count - found, offset + found + gapSize);
        return found;
    }

    int64_t readRange(char *bytes, int64_t count, int64_t offset) {
        if (count == 0) return 0;
        ssize_t found;
        do found = pread(file, bytes, static_cast<size_t>(count), offset);
        while (found < 0 && errno == EINTR);
        if (found < 0) failed = true;
        return std::max<int64_t>(0, found);
    }

    /// Ends the stream after too many fields. Every format has zero bytes in the sizes of short fields or between values.
    ///
    /// TagLib makes a value of each zero byte in an APE tag, which it reads at once after the tag's footer.
    void countFields(const TagLib::ByteVector &block) {
        bool wasZero = false;
        for (const char byte : block) {
            if (byte == 0 && (!wasZero || isAfterFooter)) fields++;
            wasZero = byte == 0;
        }
        isAfterFooter = block.startsWith("APETAGEX");
        if (fields > fieldLimit) left = 0;
    }

    /// Replaces the content of an ID3v2 tag, which TagLib reads at once after the tag's header. Ends the stream if the tag
    /// has no identifier.
    TagLib::ByteVector readableTag(TagLib::ByteVector block, int64_t start, StreamSize requested) {
        using namespace TagLib::ID3v2;
        if (tag && start == tagStart && requested == tag->tagSize()) {
            const auto size = block.size();
            if (isUnsynchronized) block = SynchData::decode(block).resize(size, 0);
            if (hasIdentifier) block = ID3Frames::readable(block, *tag);
            else left = 0;
        }
        tag.reset();
        if (block.size() == Header::size()) {
            // TagLib reads chunks of WAV and AIFF as a tag without looking for its identifier.
            hasIdentifier = block.startsWith(Header::fileIdentifier());
            tag.emplace(block);
            tagStart = position;
            // Later versions encode each frame separately.
            isUnsynchronized = hasIdentifier && tag->unsynchronisation() && tag->majorVersion() <= 3;
            if (isUnsynchronized) block[5] &= 0x7F;
        }
        return block;
    }

    /// TagLib may read billions of times at the end of a file whose headers promise more. Loops over counts of 16 bits may
    /// end, because TagLib's constructors leak memory when an exception interrupts them.
    TagLib::ByteVector emptyRead() {
        if (++emptyReads > 1'000'000) throw std::runtime_error("endless reading");
        return TagLib::ByteVector();
    }

    /// TagLib calls itself for each level of nested atoms (MP4), of which a file can have any number.
    static constexpr intptr_t stackLimit = 1 << 20;

    /// Fields use far more memory than their bytes.
    static constexpr int fieldLimit = 150'000, readLimit = 250'000;

    /// Files with large tags are read one after another, because TagLib copies their content several times.
    static constexpr int64_t largeBlock = 4 << 20;
    static inline std::mutex largeFiles;
    std::optional<std::unique_lock<std::mutex>> largeFileLock;

    /// The last ten bytes that were read, which may be the header of a tag.
    std::optional<TagLib::ID3v2::Header> tag;
    int64_t tagStart = 0;
    bool hasIdentifier = false;
    bool isUnsynchronized = false;
    bool isAfterFooter = false;

    const int file;
    int fields = 0;
    int reads = 0;
    int emptyReads = 0;
    bool failed = false;
    int64_t left;
    const intptr_t stack;
    /// Without the gap, like the position.
    int64_t size = 0;
    int64_t position = 0;
    int64_t gapStart = 0;
    int64_t gapSize = 0;
    int64_t end = INT64_MAX;
};
