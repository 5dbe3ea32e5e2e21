/// The MusicBrainz id of a recording: a UUID that different sources state for the same recording.
///
/// Source: https://musicbrainz.org/doc/MusicBrainz_Identifier
public struct RecordingID: Hashable, Sendable {
    public static let size = 16
    /// The UUID's bytes in the order in which they are written.
    public let bytes: SIMD16<UInt8>

    public init(_ bytes: SIMD16<UInt8>) {
        self.bytes = bytes
    }

    /// Reads a UUID of 36 characters; returns nil for other text and for the UUID of zeros.
    public init?(_ text: some StringProtocol) {
        let characters = Array(text.utf8)
        guard characters.count == 36 else { return nil }
        var (bytes, position) = (SIMD16<UInt8>(), 0)
        for (index, character) in characters.enumerated() {
            if [8, 13, 18, 23].contains(index) {
                guard character == UInt8(ascii: "-") else { return nil }
                continue
            }
            guard let digit = character.hexDigit else { return nil }
            bytes[position / 2] = bytes[position / 2] << 4 | digit
            position += 1
        }
        guard bytes != SIMD16() else { return nil }
        self.bytes = bytes
    }
}

extension RecordingID: CustomStringConvertible {
    public var description: String {
        let digits = (0..<Self.size).map { index in
            let text = String(bytes[index], radix: 16)
            return ([4, 6, 8, 10].contains(index) ? "-" : "") + (text.count == 1 ? "0" : "") + text
        }
        return digits.joined()
    }
}
