/// What stands before the first scan of a JPEG.
///
/// Source: ITU-T T.81, annex B.
package enum JPEGHeader {
    /// Whether the picture comes in many scans, for which it has to be kept whole while it is unpacked.
    ///
    /// O(length of what stands before the first scan).
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

    /// The next marker, whatever stands before it; the index is that of what follows it.
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
