import FermataDomain

extension CatalogueRecord.Key {
    var expectation: ExpectedValue {
        switch self {
        case .title, .singer, .album, .image, .file, .lyrics, .released, .genre, .recording, .albumArtist: .text
        case .duration: .seconds
        case .id: .textOrInteger
        case .explicit: .explicitStatus
        case .popularity: .number
        case .year, .track, .disc: .integer
        }
    }

    /// The key's bit in a set of keys.
    var bit: UInt32 {
        switch self {
        case .id: 1
        case .title: 1 << 1
        case .singer: 1 << 2
        case .album: 1 << 3
        case .duration: 1 << 4
        case .image: 1 << 5
        case .file: 1 << 6
        case .lyrics: 1 << 7
        case .explicit: 1 << 8
        case .popularity: 1 << 9
        case .released: 1 << 10
        case .year: 1 << 11
        case .genre: 1 << 12
        case .track: 1 << 13
        case .disc: 1 << 14
        case .recording: 1 << 15
        case .albumArtist: 1 << 16
        }
    }

    /// Finds the key with a name; nil if there is none.
    init?(bytes: UnsafeRawBufferPointer) {
        let head = Self.head(of: bytes)
        guard let (_, key) = Self.heads.first(where: { $0.head == head }) else { return nil }
        let name = key.rawValue.utf8
        guard bytes.count == name.count, bytes.count <= 8 || bytes.elementsEqual(name) else { return nil }
        self = key
    }

    /// The first eight bytes of each key's name, which differ for all keys.
    private static let heads = allCases.map { key in
        (head: Array(key.rawValue.utf8).withUnsafeBytes(head), key: key)
    }

    private static func head(of bytes: UnsafeRawBufferPointer) -> UInt64 {
        bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    }
}
