import FermataDomain

/// The pages of committed transactions in a write-ahead log that may be damaged.
///
/// SQLite ignores all frames after the first damaged one. This reader skips only the damaged frames: each frame's
/// checksum continues that of the frame before it. Source: https://www.sqlite.org/fileformat2.html#the_write_ahead_log
struct WriteAheadLog {
    private static let headerSize = 32
    private static let frameHeaderSize = 24
    private static let bigEndianMagic: UInt32 = 0x377F_0683
    /// The offset of each page's last committed version.
    private(set) var offsets: [Int: Int] = [:]
    /// The number of pages of the database after the last transaction; zero without one.
    private(set) var pageCount = 0
    /// The number of damaged frames before the end of the last intact transaction; a damaged header counts as one.
    private(set) var damagedFrames = 0

    init(_ file: DatabaseBytes) {
        var header: [UInt8] = []
        file.read(Self.headerSize, at: 0, into: &header)
        guard header.count == Self.headerSize else { return }
        read(file, header: header)
    }

    private mutating func read(_ file: DatabaseBytes, header: [UInt8]) {
        let isBigEndian = header.number32(at: 0) == Self.bigEndianMagic
        var sum = Checksum(header, at: 24, isBigEndian: isBigEndian)
        var expected = Checksum(isBigEndian: isBigEndian)
        expected.add(header, 0..<24)
        let isHeaderIntact = sum == expected
        var (frame, pending, damaged): ([UInt8], [Int: Int], Int) = ([], [:], isHeaderIntact ? 0 : 1)
        let frameSize = Self.frameHeaderSize + DatabasePages.size
        file.read(frameSize, at: Self.headerSize, into: &frame)
        guard frame.count == frameSize else { return }
        let salts = Array(isHeaderIntact ? header[16..<24] : frame[8..<16])
        for start in stride(from: Self.headerSize, to: file.length, by: frameSize) {
            file.read(frameSize, at: start, into: &frame)
            guard frame.count == frameSize else {
                damaged += 1
                continue
            }
            let stored = Checksum(frame, at: 16, isBigEndian: isBigEndian)
            sum.add(frame, 0..<8)
            sum.add(frame, Self.frameHeaderSize..<frameSize)
            let isIntact = sum == stored && frame[8..<16].elementsEqual(salts)
            sum = stored
            guard isIntact, let page = frame.number32(at: 0), let size = frame.number32(at: 4) else {
                damaged += 1
                continue
            }
            pending[Int(page)] = start + Self.frameHeaderSize
            guard size > 0 else { continue }
            // Frames without a following end of a transaction were never committed.
            damagedFrames += damaged
            offsets.merge(pending) { $1 }
            (pending, pageCount, damaged) = ([:], Int(size), 0)
        }
    }

    /// The running checksum of a log.
    private struct Checksum: Equatable {
        var (first, second): (UInt32, UInt32)
        let isBigEndian: Bool

        init(isBigEndian: Bool) {
            (first, second, self.isBigEndian) = (0, 0, isBigEndian)
        }

        init(_ bytes: [UInt8], at offset: Int, isBigEndian: Bool) {
            (first, second) = (bytes.number32(at: offset) ?? 0, bytes.number32(at: offset + 4) ?? 0)
            self.isBigEndian = isBigEndian
        }

        mutating func add(_ bytes: [UInt8], _ range: Range<Int>) {
            bytes.withUnsafeBytes { bytes in
                for offset in stride(from: range.lowerBound, to: range.upperBound, by: 8) {
                    first &+= word(bytes, offset) &+ second
                    second &+= word(bytes, offset + 4) &+ first
                }
            }
        }

        private func word(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt32 {
            let word = bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
            return isBigEndian ? UInt32(bigEndian: word) : UInt32(littleEndian: word)
        }
    }
}
