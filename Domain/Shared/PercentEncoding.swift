/// The percent encoding of URLs (RFC 3986, 2.1).
package enum PercentEncoding {
    private static let digits = Array("0123456789ABCDEF".utf8)

    /// Encodes all bytes but letters, digits and `-._~` (RFC 3986, 2.3) as `%XX`; keeps slashes for a path.
    package static func encode(_ bytes: some Sequence<UInt8>, isPath: Bool = false) -> String {
        var encoded: [UInt8] = []
        for byte in bytes {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                encoded.append(byte)
            case UInt8(ascii: "/") where isPath: encoded.append(byte)
            default: encoded += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: encoded, as: UTF8.self)
    }

    /// Decodes bytes; nil if a `%` is not followed by two hexadecimal digits. In forms, `+` is a space.
    package static func decode(_ encoded: some Sequence<UInt8>, isForm: Bool = false) -> [UInt8]? {
        var bytes: [UInt8] = []
        var iterator = encoded.makeIterator()
        while let byte = iterator.next() {
            switch byte {
            case UInt8(ascii: "%"):
                guard let high = iterator.next()?.hexDigit, let low = iterator.next()?.hexDigit else { return nil }
                bytes.append(high << 4 | low)
            case UInt8(ascii: "+") where isForm: bytes.append(UInt8(ascii: " "))
            default: bytes.append(byte)
            }
        }
        return bytes
    }
}

extension String {
    /// The text as a part of a URL: all but letters, digits and `-._~` as `%XX`.
    package var percentEncoded: String { PercentEncoding.encode(utf8) }

    /// Decodes a part of a URL; nil for an invalid encoding, or for bytes that are not UTF-8.
    package init?(percentEncoded encoded: some Sequence<UInt8>, isForm: Bool = false) {
        guard let bytes = PercentEncoding.decode(encoded, isForm: isForm) else { return nil }
        self.init(validating: bytes, as: UTF8.self)
    }
}

extension UInt8 {
    /// The value of an ASCII hexadecimal digit; nil for any other byte.
    var hexDigit: UInt8? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
