extension String {
    /// The text as one word of a shell's command line, in single quotes if it needs them (POSIX.1-2017, 2.2.2).
    package var shellWord: String {
        let isPlain = !isEmpty && utf8.allSatisfy { $0.isPlain } && first != "-"
        return isPlain ? self : "'" + replacing("'", with: "'\\''") + "'"
    }
}

extension UInt8 {
    fileprivate var isPlain: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...:
            true
        default: "_.,:/@%+=-".utf8.contains(self)
        }
    }
}
