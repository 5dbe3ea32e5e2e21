/// A table of lines that begin with a key and a tab, sorted by the bytes of their keys.
///
/// A line is found in O(log n) where the table lies in the program, without reading the rest of it.
struct SortedLines {
    private static let tab = UInt8(ascii: "\t")
    private static let lineEnd = UInt8(ascii: "\n")
    private let table: StaticString

    init(_ table: StaticString) {
        self.table = table
    }

    private var bytes: UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: table.utf8Start, count: table.utf8CodeUnitCount)
    }

    /// The fields of the line with a key, but for the key itself; nil where there is none.
    func fields(of key: String) -> [Substring]? {
        let (bytes, key) = (bytes, Array(key.utf8))
        var low = bytes.startIndex
        var high = bytes.endIndex
        while low < high {
            let line = Self.line(around: low + (high - low) / 2, in: bytes)
            let found = bytes[line].prefix { $0 != Self.tab }
            if found.elementsEqual(key) { return Self.fields(bytes[line].dropFirst(key.count + 1)) }
            if found.lexicographicallyPrecedes(key) { low = line.upperBound + 1 } else { high = line.lowerBound }
        }
        return nil
    }

    /// Where the line lies that a byte belongs to, without its end.
    private static func line(around index: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Range<Int> {
        var start = index
        while start > bytes.startIndex, bytes[start - 1] != lineEnd { start -= 1 }
        var end = index
        while end < bytes.endIndex, bytes[end] != lineEnd { end += 1 }
        return start..<end
    }

    private static func fields(_ line: Slice<UnsafeBufferPointer<UInt8>>) -> [Substring] {
        String(decoding: line, as: UTF8.self).split(separator: "\t", omittingEmptySubsequences: false)
    }
}
