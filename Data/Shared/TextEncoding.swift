import Foundation

/// The encoding of a text that does not state one, such as a playlist, lyrics or an old tag.
///
/// A byte-order mark decides; then valid UTF-8 is UTF-8. Other text is Windows-1252, of which Latin-1 is a part, or an
/// East Asian code page if its bytes are common there and would be strange in a western text.
/// Source: https://encoding.spec.whatwg.org
enum TextEncoding: Hashable, Sendable {
    case utf8
    case utf16(isBigEndian: Bool)
    case windows1252
    /// An encoding of the system, by the name that `iconv` knows.
    case system(String)

    /// Detects the encoding of a text, the longer the better.
    init(of bytes: [UInt8]) {
        if let encoding = TextEncoding(byteOrderMarkOf: bytes) {
            self = encoding
        } else if let isBigEndian = Self.isBigEndian(bytes) {
            self = .utf16(isBigEndian: isBigEndian)
        } else if String(validating: bytes, as: UTF8.self) != nil {
            self = .utf8
        } else {
            self = CodePage.detected(in: bytes).map { .system($0.rawValue) } ?? .windows1252
        }
    }

    /// The encoding that the first bytes of a text state; nil without a byte-order mark.
    init?(byteOrderMarkOf bytes: [UInt8]) {
        switch bytes.prefix(2) {
        case [0xFE, 0xFF]: self = .utf16(isBigEndian: true)
        case [0xFF, 0xFE]: self = .utf16(isBigEndian: false)
        default:
            guard bytes.starts(with: ByteOrderMark.utf8) else { return nil }
            self = .utf8
        }
    }

    /// The encoding of a label in a document, such as `ISO-8859-1`; nil for an unknown one.
    ///
    /// Labels of a subset mean the larger encoding, as the standard says.
    init?(label: String) {
        switch label.lowercased() {
        case "utf-8", "utf8": self = .utf8
        case "us-ascii", "iso-8859-1", "windows-1252": self = .windows1252
        case "shift_jis", "windows-31j": self = .system(CodePage.japanese.rawValue)
        case "euc-kr", "windows-949": self = .system(CodePage.korean.rawValue)
        case "gb2312", "gbk", "gb18030": self = .system(CodePage.chinese.rawValue)
        case "big5", "euc-jp", "iso-8859-2", "iso-8859-5", "iso-8859-7", "iso-8859-9", "iso-8859-15", "koi8-r",
            "windows-1250", "windows-1251", "windows-1253", "windows-1254":
            self = .system(label)
        default: return nil
        }
    }

    /// The text of bytes in this encoding, without a byte-order mark; invalid bytes become `�`.
    func text(of bytes: some Collection<UInt8>) -> String {
        switch self {
        case .utf8: return String(decoding: bytes.withoutByteOrderMark, as: UTF8.self)
        case .utf16(let isBigEndian):
            let bytes = Array(bytes)
            let units = stride(from: 0, to: bytes.count - 1, by: 2).map { index in
                let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
                return isBigEndian ? first << 8 | second : second << 8 | first
            }
            return String(decoding: units.first == 0xFEFF ? units.dropFirst() : units[...], as: UTF16.self)
        case .windows1252:
            let scalars = bytes.map { byte in
                (0x80..<0xA0).contains(byte) ? Self.windowsScalars[Int(byte) - 0x80] : Unicode.Scalar(byte)
            }
            return String(String.UnicodeScalarView(scalars))
        case .system(let name): return Self.text(of: Array(bytes), in: name) ?? TextEncoding.windows1252.text(of: bytes)
        }
    }

    /// The characters of the bytes 0x80 to 0x9F in Windows-1252.
    private static let windowsScalars = Array(
        "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ".unicodeScalars)

    /// Whether a text in UTF-16 without a byte-order mark has its high bytes first; nil for other text.
    ///
    /// Text contains no NUL, but spaces, digits and line ends in UTF-16 have a zero as their high byte.
    private static func isBigEndian(_ bytes: [UInt8]) -> Bool? {
        guard bytes.count.isMultiple(of: 2) else { return nil }
        var zeros = (even: 0, odd: 0)
        for (index, byte) in bytes.enumerated() where byte == 0 {
            if index.isMultiple(of: 2) { zeros.even += 1 } else { zeros.odd += 1 }
        }
        // At least a quarter of the characters.
        return max(zeros.even, zeros.odd) > bytes.count / 8 ? zeros.even > zeros.odd : nil
    }

    /// Converts text with `iconv`; nil if bytes are invalid, or if the system lacks the encoding.
    ///
    /// A character that is cut off at the end is dropped, as fields of fixed length cut them.
    fileprivate static func text(of bytes: [UInt8], in name: String) -> String? {
        // Foundation's converters are missing in a program that links it statically.
        guard let converter = iconv_open("UTF-8", name), converter != iconv_t(bitPattern: -1) else { return nil }
        defer { iconv_close(converter) }
        var (input, inputCount) = (bytes.map { CChar(bitPattern: $0) }, bytes.count)
        // A byte becomes a character of at most three bytes.
        var (isComplete, outputCount) = (true, bytes.count * 3)
        let output = [UInt8](unsafeUninitializedCapacity: outputCount) { buffer, size in
            let capacity = outputCount
            input.withUnsafeMutableBufferPointer { input in
                var source = input.baseAddress
                buffer.withMemoryRebound(to: CChar.self) { buffer in
                    var target = buffer.baseAddress
                    let result = iconv(converter, &source, &inputCount, &target, &outputCount)
                    isComplete = result != -1 || errno == EINVAL
                }
            }
            size = capacity - outputCount
        }
        return isComplete ? String(validating: output, as: UTF8.self) : nil
    }
}

/// An East Asian code page in which a character has one, two or four bytes; the value is its name in `iconv`.
private enum CodePage: String, CaseIterable {
    case japanese = "CP932"
    case korean = "CP949"
    case chinese = "GB18030"

    /// The code page of a text that is not UTF-8; nil if it is more likely in Windows-1252.
    static func detected(in bytes: [UInt8]) -> CodePage? {
        // Capitals and small letters of Cyrillic and Greek code pages have these bytes, and ideographs others, too.
        if bytes.allSatisfy({ $0 < 0x80 || $0 >= 0xC0 }) { return nil }
        let (latin, shares) = (Latin(bytes), allCases.map { ($0, share: $0.commonShare(of: bytes)) })
        // The bytes of Korean syllables are Chinese ideographs, too, but those of Chinese texts include many others.
        let likely = shares.filter { page, share in share ?? 0 >= (page == .korean ? 0.9 : 0.5) }
        let pages = latin.isStrange ? likely : []
        let possible = pages.isEmpty && latin.isInvalid ? shares.filter { $0.share != nil } : pages
        return possible.map(\.0).first { page in
            TextEncoding.text(of: bytes, in: page.rawValue) != nil
                // Lines may be cut within a character.
                || bytes.split(separator: 0x0A)
                    .allSatisfy { TextEncoding.text(of: Array($0), in: page.rawValue) != nil }
        }
    }

    /// The share of characters of everyday text among those that are not ASCII; nil if bytes are invalid or have none.
    private func commonShare(of bytes: [UInt8]) -> Double? {
        var (common, others, index) = (0.0, 0.0, 0)
        while index < bytes.count {
            let (lead, trail) = (bytes[index], index + 1 < bytes.count ? bytes[index + 1] : nil)
            guard lead >= 0x80 else {
                index += 1
                continue
            }
            if self == .japanese, (0xA1...0xDF).contains(lead) {
                // Katakana of half width are valid, but rare.
                others += 1
                index += 1
                continue
            }
            // A field of fixed length may have cut a character off.
            guard let trail, trail != 0x0A else {
                index += 1
                continue
            }
            switch kind(lead, trail) {
            case .common: common += 1
            case .rare: others += 1
            case .symbol: break
            case .invalid: return nil
            }
            index += self == .chinese && trail < 0x40 ? 4 : 2
        }
        return common + others > 0 ? common / (common + others) : nil
    }

    private enum Kind { case common, rare, symbol, invalid }

    private func kind(_ lead: UInt8, _ trail: UInt8) -> Kind {
        let isStandard = trail >= 0xA1 && trail <= 0xFE
        switch (self, lead, trail) {
        // JIS X 0208: 81 are symbols, 82 and 83 mostly kana, 88 to 97 the common ideographs.
        case (.japanese, 0x81, 0x40...0x7E), (.japanese, 0x81, 0x80...0xFC): return .symbol
        case (.japanese, 0x82...0x97, 0x40...0x7E), (.japanese, 0x82...0x97, 0x80...0xFC): return .common
        case (.japanese, 0x98...0x9F, 0x40...0x7E), (.japanese, 0x98...0x9F, 0x80...0xFC): return .rare
        case (.japanese, 0xE0...0xFC, 0x40...0x7E), (.japanese, 0xE0...0xFC, 0x80...0xFC): return .rare
        // KS X 1001: A1 to AC are symbols, B0 to C8 the common syllables.
        case (.korean, 0xA1...0xAC, _) where isStandard: return .symbol
        case (.korean, 0xB0...0xC8, _) where isStandard: return .common
        case (.korean, 0x81...0xFE, 0x41...0x5A), (.korean, 0x81...0xFE, 0x61...0x7A): return .rare
        case (.korean, 0x81...0xFE, 0x81...0xFE): return .rare
        // GB 2312: A1 to A9 are symbols, B0 to D7 the common ideographs.
        case (.chinese, 0xA1...0xA9, _) where isStandard: return .symbol
        case (.chinese, 0xB0...0xD7, _) where isStandard: return .common
        case (.chinese, 0x81...0xFE, 0x30...0x39), (.chinese, 0x81...0xFE, 0x40...0x7E): return .rare
        case (.chinese, 0x81...0xFE, 0x80...0xFE): return .rare
        default: return .invalid
        }
    }
}

/// What a text would be in Windows-1252.
private struct Latin {
    /// Whether a byte stands for no character.
    private(set) var isInvalid = false
    private var natural = 0
    private var strange = 0

    /// Whether more bytes stand where western text has no such characters than where it has them.
    var isStrange: Bool { isInvalid || strange > natural }

    init(_ bytes: [UInt8]) {
        var index = 0
        while let start = bytes[index...].firstIndex(where: { $0 >= 0x80 }) {
            let end = bytes[start...].firstIndex { $0 < 0x80 } ?? bytes.count
            let isBesideLetter = [start - 1, end].contains { bytes.indices.contains($0) && Self.isLetter(bytes[$0]) }
            let run = bytes[start..<end]
            isInvalid = isInvalid || run.contains { [0x81, 0x8D, 0x8F, 0x90, 0x9D].contains($0) }
            // The low quotation mark and the florin sign are rare, and begin the kana of Shift_JIS.
            if run.contains(0x82) || run.contains(0x83) {
                strange += 2 * run.count
            } else if run.count == 1 || run.count <= 3 && isBesideLetter {
                // Letters with accents stand alone or beside letters without, such as in “déjà” and “créée”.
                natural += run.count
            } else {
                strange += run.count
            }
            index = end
        }
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte & ~0x20) }
}

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
