/// A table of lines that start with a key and a tab, sorted by the bytes of their keys.
///
/// Finds a line in O(log n) by binary search, without copying or reading the other lines.
struct SortedLines {
    private static let tab = UInt8(ascii: "\t")
    private static let newline = UInt8(ascii: "\n")
    /// Safe to share: the program never writes these bytes.
    private nonisolated(unsafe) let bytes: UnsafeBufferPointer<UInt8>

    /// Creates a table over bytes that stay valid as long as the program runs.
    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
    }

    /// Returns the fields after a line's key, or nil if no line has this key.
    func fields(of key: String) -> [Substring]? {
        let key = Array(key.utf8)
        var low = bytes.startIndex
        var high = bytes.endIndex
        while low < high {
            let line = line(around: low + (high - low) / 2)
            let lineKey = bytes[line].prefix { $0 != Self.tab }
            if lineKey.elementsEqual(key) { return Self.fields(bytes[line].dropFirst(key.count + 1)) }
            if lineKey.lexicographicallyPrecedes(key) { low = line.upperBound + 1 } else { high = line.lowerBound }
        }
        return nil
    }

    /// Returns the range of the line that includes a byte, without its newline.
    private func line(around index: Int) -> Range<Int> {
        var start = index
        while start > bytes.startIndex, bytes[start - 1] != Self.newline { start -= 1 }
        var end = index
        while end < bytes.endIndex, bytes[end] != Self.newline { end += 1 }
        return start..<end
    }

    private static func fields(_ line: Slice<UnsafeBufferPointer<UInt8>>) -> [Substring] {
        String(decoding: line, as: UTF8.self).split(separator: "\t", omittingEmptySubsequences: false)
    }
}
