package import FermataDomain

/// The words for content that cannot be used, as a clause: "the document is empty".
package struct ContentFailureText: Equatable, Sendable {
    package let text: String

    package init(_ failure: ContentFailure) {
        text =
            switch failure {
            case .empty: "the response is empty"
            case .webPage: "the response is a web page (HTML)"
            case .wrongType(let type): "the response is of type \(type.quoted)"
            case .notAnImage: "the response is not an image"
            case .notJSON(let byte, let offset):
                "the document is not JSON, unexpected \(Self.name(of: byte)) at byte \(offset + 1)"
            case .incompleteJSON(let count): "the document is not complete JSON, it ends after byte \(count)"
            case .invalidResponse: "the response is invalid"
            case .tooLarge(let limit, let isUnpacked):
                "the response \(isUnpacked ? "unpacks to" : "has") more than \(ByteLimitText(limit).text)"
            case .tooManyElements(let limit): "the response has more than \(CountText(limit, "element").text)"
            case .tooManySongs(let limit):
                "the source has more than \(CountText(limit, "song").text), the limit of the setting source.maxSongs"
            case .noProgress(let requests):
                "the server sent nothing new for \(CountText(requests, "request").text) in a row"
            case .compressionRatio(let limit): "the response unpacks to more than \(limit) times its size"
            case .damagedCompression: "the compressed response (gzip) is damaged"
            case .unsupportedCompression(let name):
                "the response is compressed with \(name.quoted), which is not supported"
            case .longerThanAnnounced: "the response is longer than announced"
            case .shorterThanAnnounced: "the response is shorter than announced"
            case .wrongLength(let count, let expected):
                "the file has \(ByteLimitText(Int(count)).text) instead of \(expected)"
            case .wrongDigest: "the file’s digest (SHA-256) is not the announced one"
            case .noArray(let name): "the document is not an object with an array named “\(name)”"
            case .noRecords: "the document has no records"
            case .noValidRecords(let first) where first.cause.isOfFile: "none of the folder’s files can be read"
            case .noValidRecords(let first):
                "the document has no valid records, the first invalid one at position \(first.position): "
                    + RejectedRecordText(first).text
            }
    }

    private static func name(of byte: UInt8) -> String {
        if (0x21...0x7E).contains(byte) { return "'\(Character(Unicode.Scalar(byte)))'" }
        let digits = String(byte, radix: 16, uppercase: true)
        return "0x" + (digits.count == 1 ? "0" : "") + digits
    }
}
