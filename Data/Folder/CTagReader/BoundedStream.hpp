#pragma once
#include "ID3Frames.hpp"
#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <id3v2synchdata.h>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <sys/stat.h>
#include <taglib.h>
#include <tiostream.h>
#include <unistd.h>

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
