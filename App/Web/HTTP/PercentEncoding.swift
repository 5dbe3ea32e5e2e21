extension String {
    /// Decodes the percent encoding of URLs (RFC 3986, 2.1).
    ///
    /// The result is nil if a `%` is not followed by two hexadecimal digits, or if the bytes are not UTF-8. In forms,
    /// `+` is a space.
    init?(percentEncoded encoded: some Collection<UInt8>, isForm: Bool = false) {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(encoded.count)
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
        self.init(validating: bytes, as: UTF8.self)
    }
}

extension UInt8 {
    fileprivate var hexDigit: UInt8? { Character(Unicode.Scalar(self)).hexDigitValue.map(UInt8.init) }
}
