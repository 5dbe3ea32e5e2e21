import FermataDomain

extension ContentFailure {
    /// The failures that have a code without a parameter.
    private static let codes: [(code: String, failure: ContentFailure)] = [
        ("empty", .empty), ("web-page", .webPage), ("damaged-compression", .damagedCompression),
        ("longer-than-promised", .longerThanAnnounced), ("shorter-than-promised", .shorterThanAnnounced),
        ("wrong-digest", .wrongDigest), ("not-an-image", .notAnImage), ("invalid-response", .invalidResponse),
        ("no-records", .noRecords),
    ]

    /// The words of the text that the library stores; `unknown` for a failure with words of a record.
    var code: [String] {
        if let code = Self.codes.first(where: { $0.failure == self })?.code { return [code] }
        return switch self {
        case .wrongType(let type): ["type", type]
        case .unsupportedCompression(let name): ["compression", name]
        case .tooLarge(let limit, let isUnpacked): [isUnpacked ? "unpacked-too-large" : "too-large", "\(limit)"]
        case .tooManyElements(let limit): ["too-many-elements", "\(limit)"]
        case .tooManySongs(let limit): ["too-many-songs", "\(limit)"]
        case .noProgress(let requests): ["no-progress", "\(requests)"]
        case .compressionRatio(let limit): ["compression-ratio", "\(limit)"]
        case .wrongLength(let length, let expected): ["length", "\(length)", "\(expected)"]
        case .notJSON(let byte, let offset): ["not-json", "\(byte)", "\(offset)"]
        case .incompleteJSON(let count): ["incomplete-json", "\(count)"]
        case .noArray(let name): ["no-array", name]
        default: ["unknown"]
        }
    }

    /// Decodes stored words; nil for those of another failure.
    init?(code: [String]) {
        let (text, numbers) = (code.dropFirst().first, code.dropFirst().map { Int($0) })
        let number = numbers.first ?? nil
        let second = numbers.count == 2 ? numbers[1] : nil
        let failure: ContentFailure? =
            switch (code.first, text, number, second) {
            case ("type", let text?, _, _): .wrongType(text)
            case ("compression", let text?, _, _): .unsupportedCompression(text)
            case ("too-large", _, let limit?, _): .tooLarge(limit: limit, isUnpacked: false)
            case ("unpacked-too-large", _, let limit?, _): .tooLarge(limit: limit, isUnpacked: true)
            case ("too-many-elements", _, let limit?, _): .tooManyElements(limit: limit)
            case ("too-many-songs", _, let limit?, _): .tooManySongs(limit: limit)
            case ("no-progress", _, let requests?, _): .noProgress(requests: requests)
            case ("compression-ratio", _, let limit?, _): .compressionRatio(limit: limit)
            case ("length", _, let length?, let expected?): .wrongLength(Int64(length), expected: Int64(expected))
            case ("not-json", _, let byte?, let offset?): UInt8(exactly: byte).map { .notJSON(byte: $0, at: offset) }
            case ("incomplete-json", _, let count?, _): .incompleteJSON(after: count)
            case ("no-array", let name?, _, _): .noArray(named: name)
            default: code.count == 1 ? Self.codes.first { $0.code == code[0] }?.failure : nil
            }
        guard let failure else { return nil }
        self = failure
    }
}
