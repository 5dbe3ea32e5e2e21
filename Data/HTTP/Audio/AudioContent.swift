import FermataDomain
import NIOCore
import NIOHTTP1

/// What tells audio from a page that a server sends in its place: a log-in, an error.
enum AudioContent {
    /// So many bytes are enough to know a page by.
    static let sniffedBytes = 512
    private static let pageTypes = ["text/", "application/json", "application/xml", "application/xhtml"]
    private static let pageSuffixes = ["+json", "+xml"]
    private static let pageBeginnings = ["<!doctype", "<html"]

    /// Why an answer cannot be audio, by its headers; nil where it can.
    static func obstacle(_ headers: HTTPHeaders) -> String? {
        let encodings = headers[canonicalForm: "Content-Encoding"].map { $0.lowercased() }
        if let encoding = encodings.first(where: { $0 != "identity" }) {
            return "sent it packed (\(encoding)), which was not asked for"
        }
        let type = (headers.first(name: "Content-Type") ?? "").lowercased()
            .prefix { $0 != ";" && $0 != " " }
        let isPage = pageTypes.contains { type.hasPrefix($0) } || pageSuffixes.contains { type.hasSuffix($0) }
        return isPage ? "sent \(isWebPage(type) ? "a web page" : "text (\(type))"), not audio" : nil
    }

    /// Why content cannot be audio, by how it begins; nil where it can.
    static func obstacle(_ beginning: ByteBuffer) -> String? {
        let bytes = beginning.readableBytesView.prefix(sniffedBytes)
            .drop { [0xEF, 0xBB, 0xBF, 0x20, 0x09, 0x0A, 0x0D].contains($0) }
        let isPage = pageBeginnings.contains { start in
            bytes.count >= start.utf8.count
                && zip(bytes, start.utf8).allSatisfy { $0 == $1 || (65...90).contains($0) && $0 + 32 == $1 }
        }
        return isPage ? "sent a web page, not audio" : nil
    }

    private static func isWebPage(_ type: Substring) -> Bool {
        type == "text/html" || type.hasPrefix("application/xhtml")
    }
}
