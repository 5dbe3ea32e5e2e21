/// Identifies the audio of a file: the first 16 bytes of a digest.
struct AudioIdentity: Hashable, Sendable {
    static let size = 16
    let bytes: SIMD16<UInt8>

    /// `bytes` has at least 16 bytes.
    init(_ bytes: some Sequence<UInt8>) {
        self.bytes = SIMD16(bytes.prefix(Self.size))
    }

    var text: String { (0..<Self.size).map { bytes[$0] }.hexadecimal }
}
