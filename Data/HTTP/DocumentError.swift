/// The reason why a catalogue document cannot be read any further.
///
/// The reason goes on from the document's address: "… is empty".
package struct DocumentError: Error, Equatable {
    package let reason: String

    static let empty = DocumentError(reason: "is empty")
    static let webPage = DocumentError(reason: "is a web page (HTML), not JSON")

    /// `offset` counts from 0, what is said from 1.
    static func unexpected(_ byte: UInt8, at offset: Int) -> DocumentError {
        DocumentError(reason: "is not JSON: unexpected \(name(of: byte)) at byte \(offset + 1)")
    }

    static func cutOff(after count: Int) -> DocumentError {
        DocumentError(reason: "is not JSON: it ends in the middle, after byte \(count)")
    }

    static func tooLong(_ limit: Int, isPacked: Bool) -> DocumentError {
        DocumentError(reason: "\(isPacked ? "unpacks to" : "is") more than \(ByteCount(limit))")
    }

    private static func name(of byte: UInt8) -> String {
        if (0x21...0x7E).contains(byte) { return "'\(Character(Unicode.Scalar(byte)))'" }
        let digits = String(byte, radix: 16, uppercase: true)
        return "0x" + (digits.count == 1 ? "0" : "") + digits
    }
}
