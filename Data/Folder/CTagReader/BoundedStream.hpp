#pragma once
#include <algorithm>
#include <cerrno>
#include <cstdint>
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

/// A read-only stream over an open file that returns at most a number of bytes in total, whatever headers promise.
class BoundedStream final : public TagLib::IOStream {
public:
    BoundedStream(int file, int64_t limit)
        : file(file), left(limit), stack(reinterpret_cast<intptr_t>(__builtin_frame_address(0))) {
        struct stat status;
        size = fstat(file, &status) == 0 ? status.st_size : 0;
    }

    TagLib::FileName name() const override { return ""; }

    TagLib::ByteVector readBlock(StreamSize requested) override {
        const auto depth = stack - reinterpret_cast<intptr_t>(__builtin_frame_address(0));
        if (depth > stackLimit) throw std::runtime_error("nested too deeply");
        const int64_t rest = std::max<int64_t>(0, size - position);
        const int64_t count = std::min(static_cast<int64_t>(std::min<StreamSize>(requested, 1UL << 40)), rest);
        if (count > left) left = 0;
        if (count <= 0 || left <= 0) return emptyRead();
        TagLib::ByteVector block(static_cast<unsigned int>(count), 0);
        ssize_t found;
        do found = pread(file, block.data(), static_cast<size_t>(count), position);
        while (found < 0 && errno == EINTR);
        if (found < 0) failed = true;
        if (found <= 0) return emptyRead();
        block.resize(static_cast<unsigned int>(found));
        left -= found;
        position += found;
        return block;
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
    /// TagLib may read billions of times at the end of a file whose headers promise more. Loops over counts of 16 bits may
    /// end, because TagLib's constructors leak memory when an exception interrupts them.
    TagLib::ByteVector emptyRead() {
        if (++emptyReads > 1'000'000) throw std::runtime_error("endless reading");
        return TagLib::ByteVector();
    }

    /// TagLib calls itself for each level of nested atoms (MP4), of which a file can have any number.
    static constexpr intptr_t stackLimit = 1 << 20;

    const int file;
    int emptyReads = 0;
    bool failed = false;
    int64_t left;
    const intptr_t stack;
    int64_t size = 0;
    int64_t position = 0;
};
