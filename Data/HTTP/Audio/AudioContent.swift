import FermataDomain
import Foundation
import NIOCore
import NIOHTTP1

/// Distinguishes audio from a page that a server sends instead, such as a log-in form or an error.
enum AudioContent {
    /// The number of first bytes that are enough to recognize a page.
    static let sniffedBytes = 512
    private static let pageTypes = ["text/", "application/json", "application/xml", "application/xhtml"]
    private static let pageSuffixes = ["+json", "+xml"]
    private static let pageStarts = ["<!doctype", "<html"]

    /// The reason why the content cannot be audio; nil if it can.
    ///
    /// The first bytes decide. The content type decides only if they are in no known format of audio. `start` is nil
    /// for the rest of a file whose first bytes were checked before.
    static func rejection(_ headers: HTTPHeaders, start: ByteBuffer?) -> ContentFailure? {
        let type = (headers.first(name: "Content-Type") ?? "").lowercased().prefix { $0 != ";" && $0 != " " }
        guard let start else { return isWebPage(type) ? .webPage : nil }
        if let rejection = rejection(start) { return rejection }
        let isPage = pageTypes.contains { type.hasPrefix($0) } || pageSuffixes.contains { type.hasSuffix($0) }
        if !isPage || AudioFormat(Data(start.readableBytesView.prefix(AudioFormat.sniffedBytes))) != nil { return nil }
        return isWebPage(type) ? .webPage : .wrongType(String(type))
    }

    /// The failure of a compressed response, which cannot be resumed; nil for any other.
    static func compression(_ headers: HTTPHeaders) -> ContentFailure? {
        let encodings = headers[canonicalForm: "Content-Encoding"].map { $0.lowercased() }
        return encodings.first { $0 != "identity" }.map { .unsupportedCompression($0) }
    }

    /// The reason why content with these first bytes cannot be audio; nil if it can.
    private static func rejection(_ start: ByteBuffer) -> ContentFailure? {
        let bytes = start.readableBytesView.prefix(sniffedBytes)
            .drop { [0xEF, 0xBB, 0xBF, 0x20, 0x09, 0x0A, 0x0D].contains($0) }
        let isPage = pageStarts.contains { start in
            bytes.count >= start.utf8.count
                && zip(bytes, start.utf8).allSatisfy { $0 == $1 || (65...90).contains($0) && $0 + 32 == $1 }
        }
        return isPage ? .webPage : nil
    }

    private static func isWebPage(_ type: Substring) -> Bool {
        type == "text/html" || type.hasPrefix("application/xhtml")
    }
}
