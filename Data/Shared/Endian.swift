/// Reads integers whose first byte is the lowest.
enum LittleEndian {
    static func integer(_ bytes: some BidirectionalCollection<UInt8>) -> UInt64 {
        bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
}

/// Reads integers whose first byte is the highest.
enum BigEndian {
    static func integer(_ bytes: some Collection<UInt8>) -> UInt64 {
        bytes.reduce(0) { $0 << 8 | UInt64($1) }
    }
}
