import FermataDomain
import NIOCore
import NIOHTTP1

/// Distinguishes audio from a page that a server sends instead, such as a log-in form or an error.
enum AudioContent {
    /// The number of first bytes that are enough to recognize a page.
    static let sniffedBytes = 512
    private static let formatBytes = 16
    /// The first characters of files with an ID3 tag, and of FLAC, Ogg, APE, WavPack, Musepack, TTA and DSF.
    private static let signatures = [
        "ID3", "fLaC", "OggS", "MAC ", "wvpk", "MPCK", "MP+", "TTA1", "DSD ",
    ]
    /// The first bytes of ASF, such as WMA.
    private static let asfHeader: [UInt8] = [0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11]
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
        if !isPage || isAudio(Array(start.readableBytesView.prefix(formatBytes))) { return nil }
        return isWebPage(type) ? .webPage : .wrongType(String(type))
    }

    /// The failure of a compressed response, which cannot be resumed; nil for any other.
    static func compression(_ headers: HTTPHeaders) -> ContentFailure? {
        let encodings = headers[canonicalForm: "Content-Encoding"].map { $0.lowercased() }
        return encodings.first { $0 != "identity" }.map { .unsupportedCompression($0) }
    }

    /// Whether a file begins as one of a common format of audio does.
    private static func isAudio(_ bytes: [UInt8]) -> Bool {
        let begins = { (text: String, offset: Int) in bytes.dropFirst(offset).starts(with: text.utf8) }
        if signatures.contains(where: { begins($0, 0) }) || begins("ftyp", 4) { return true }
        if begins("RIFF", 0) || begins("FORM", 0) { return ["WAVE", "AIFF", "AIFC"].contains { begins($0, 8) } }
        return bytes.starts(with: asfHeader) || isMPEGFrame(bytes)
    }

    /// Whether the bytes begin with the header of a frame of MPEG audio, or of ADTS (ISO/IEC 13818-7, 6.2).
    private static func isMPEGFrame(_ bytes: [UInt8]) -> Bool {
        guard bytes.count >= 3, bytes[0] == 0xFF, bytes[1] & 0xE0 == 0xE0 else { return false }
        let isADTS = bytes[1] & 0xF6 == 0xF0 && bytes[2] >> 2 & 0xF < 13
        let (version, layer, rate) = (bytes[1] >> 3 & 3, bytes[1] >> 1 & 3, bytes[2] >> 2 & 3)
        return isADTS || version != 1 && layer != 0 && rate != 3 && bytes[2] >> 4 != 0xF
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
