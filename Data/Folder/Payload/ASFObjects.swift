/// The objects of an ASF file (WMA): an id of 16 bytes, a size of eight, and bytes.
///
/// Source: Advanced Systems Format (ASF) Specification, section 2.1
struct ASFObjects {
    private static let data: [UInt8] = [
        0x36, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11, 0xA6, 0xD9, 0x00, 0xAA, 0x00, 0x62, 0xCE, 0x6C,
    ]
    /// The data object begins with its id, size, the file's id, the number of packets and a reserved field.
    private static let dataHeaderBytes: Int64 = 50
    private static let objectsLimit = 1_000

    /// The packets of the data object, or the complete content if there is none.
    let audio: Range<Int64>

    init(_ file: AudioFile, in content: Range<Int64>) {
        var position = content.lowerBound
        for _ in 0..<Self.objectsLimit {
            let object = file.read(24, at: position)
            guard object.count == 24 else { break }
            let size = Int64(clamping: LittleEndian.integer(object[16...]))
            guard size >= 24, size <= content.upperBound - position else { break }
            if object.starts(with: Self.data), size >= Self.dataHeaderBytes {
                audio = position + Self.dataHeaderBytes..<position + size
                return
            }
            position += size
        }
        audio = content
    }
}
