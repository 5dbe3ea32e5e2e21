extension String {
    /// The text as a part of a URL: all but letters, digits and `-._~` as `%XX`. Source: RFC 3986, 2.1 and 2.3.
    package var percentEncoded: String {
        var text = ""
        for byte in utf8 {
            if byte.isUnreserved {
                text.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                text += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
        return text
    }
}

extension UInt8 {
    fileprivate var isUnreserved: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"):
            true
        default: false
        }
    }
}
