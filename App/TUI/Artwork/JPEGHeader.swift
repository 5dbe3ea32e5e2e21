/// Reads the markers of a JPEG up to its first scan.
///
/// Source: ITU-T T.81, annex B.
package enum JPEGHeader {
    /// Returns whether the image has several scans, so that a decoder has to buffer all its coefficients.
    ///
    /// Complexity: O(*n*), where *n* is the length of the header.
    package static func hasManyScans(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var components: UInt8 = 0
        var index = 0
        while let marker = marker(in: bytes, from: &index) {
            switch marker {
            case 0x01, 0xD0...0xD9: continue
            case 0xC2, 0xC6, 0xCA, 0xCE: return true
            case 0xDA: return bytes.count > index + 2 && bytes[index + 2] < components
            case 0xC0, 0xC1, 0xC3, 0xC5, 0xC7, 0xC9, 0xCB, 0xCD, 0xCF:
                if bytes.count > index + 7 { components = bytes[index + 7] }
            default: break
            }
            guard bytes.count > index + 1 else { return false }
            index += Int(bytes[index]) << 8 | Int(bytes[index + 1])
        }
        return false
    }

    /// Returns the next marker, skipping other bytes, and advances `index` past it.
    private static func marker(in bytes: UnsafeRawBufferPointer, from index: inout Int) -> UInt8? {
        while index + 1 < bytes.count {
            let (first, second) = (bytes[index], bytes[index + 1])
            index += 1
            if first != 0xFF || second == 0xFF { continue }
            index += 1
            if second != 0 { return second }
        }
        return nil
    }
}
