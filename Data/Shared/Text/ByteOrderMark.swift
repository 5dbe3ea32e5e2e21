/// The byte-order mark that some programs write before a text.
enum ByteOrderMark {
    static let utf8: [UInt8] = [0xEF, 0xBB, 0xBF]
}

extension Collection<UInt8> {
    /// The bytes after a byte-order mark of UTF-8, or all bytes if there is none.
    var withoutByteOrderMark: SubSequence {
        starts(with: ByteOrderMark.utf8) ? dropFirst(ByteOrderMark.utf8.count) : self[...]
    }
}
