import Expat
import Foundation

/// The title and the tracks of an XSPF document, read with Expat.
///
/// Reads up to the first error. Declarations within the document are an error, and other files are not read, so that a
/// document cannot define entities that multiply its text. Source: https://xspf.org/spec
struct XSPFDocument {
    /// The first title that is not empty.
    fileprivate(set) var title: String?
    /// The locations of each track that has some.
    fileprivate(set) var tracks: [[String]] = []
    /// The line of the first error; nil if the document is valid.
    private(set) var errorLine: Int?

    init(_ bytes: [UInt8]) {
        let text = Array(Self.encoding(of: bytes).text(of: bytes).utf8)
        // The text is UTF-8 now, whatever the document declares.
        guard let parser = XML_ParserCreateNS("UTF-8", XSPFReader.separator) else { return }
        defer { XML_ParserFree(parser) }
        let reader = XSPFReader(parser)
        let isValid = withExtendedLifetime(reader) {
            text.withUnsafeBytes { text in
                // One call for the complete text, because parts of a long tag would be parsed again with each call.
                XML_Parse(parser, text.baseAddress?.assumingMemoryBound(to: CChar.self), CInt(text.count), 1)
            } == XML_STATUS_OK
        }
        self = reader.document
        if !isValid { errorLine = Int(clamping: XML_GetCurrentLineNumber(parser)) }
    }

    fileprivate init() {}

    /// The encoding by the byte-order mark, else by the XML declaration, else by the bytes.
    private static func encoding(of bytes: [UInt8]) -> TextEncoding {
        let start = String(decoding: bytes.prefix(200), as: UTF8.self)
        let label = start.firstMatch(of: /^<\?xml[^>]*\sencoding\s*=\s*["']([A-Za-z0-9._-]+)["']/)?.1
        let declared = label.flatMap { TextEncoding(label: String($0)) }
        return TextEncoding(byteOrderMarkOf: bytes) ?? (declared == .utf8 ? nil : declared) ?? TextEncoding(of: bytes)
    }
}

/// Builds a document from the events of a parser.
private final class XSPFReader {
    /// Between the namespace and the name of an element.
    static let separator = CChar(bitPattern: UInt8(ascii: "|"))
    private static let namespace = "http://xspf.org/ns/0/"
    private static let namespaceLimit = 256
    private static let depthLimit = 64
    private static let trackLimit = 100_000
    private static let locationLimit = 10
    /// The bytes of a title or location; the paths that a system can open are shorter.
    private static let textLimit = 16_384

    var document = XSPFDocument()
    private let parser: XML_Parser
    /// The names of the open elements.
    private var elements: [String] = []
    private var locations: [String] = []
    /// The bytes of the open title or location.
    private var text: [UInt8] = []

    init(_ parser: XML_Parser) {
        self.parser = parser
        XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
        XML_SetElementHandler(
            parser, { reader, name, _ in XSPFReader.of(reader)?.start(name) },
            { reader, _ in XSPFReader.of(reader)?.end() })
        XML_SetCharacterDataHandler(parser) { reader, text, count in
            XSPFReader.of(reader)?.add(UnsafeRawBufferPointer(start: text, count: Int(count)))
        }
        XML_SetStartDoctypeDeclHandler(parser) { reader, _, _, _, hasDeclarations in
            if hasDeclarations != 0 { XSPFReader.of(reader)?.stop() }
        }
        XML_SetStartNamespaceDeclHandler(parser) { reader, _, namespace in
            // The parser repeats the namespace in the name of each element.
            if namespace.map({ strlen($0) > XSPFReader.namespaceLimit }) ?? false { XSPFReader.of(reader)?.stop() }
        }
    }

    private static func of(_ pointer: UnsafeMutableRawPointer?) -> XSPFReader? {
        pointer.map { Unmanaged<XSPFReader>.fromOpaque($0).takeUnretainedValue() }
    }

    private func stop() { XML_StopParser(parser, XML_Bool(XML_FALSE)) }

    private var isTitle: Bool { elements == ["playlist", "title"] }
    private var isLocation: Bool { elements.last == "location" && elements.dropLast().last == "track" }

    private func start(_ name: UnsafePointer<XML_Char>?) {
        guard elements.count < Self.depthLimit, let name else { return stop() }
        let parts = String(cString: name).split(separator: "|", omittingEmptySubsequences: false)
        // Elements of other namespaces are extensions.
        let isKnown = parts.count == 1 || parts.dropLast().joined(separator: "|") == Self.namespace
        elements.append(isKnown ? String(parts[parts.count - 1]) : "")
        text = []
    }

    private func add(_ bytes: UnsafeRawBufferPointer) {
        if isTitle || isLocation, text.count <= Self.textLimit { text += bytes }
    }

    private func end() {
        if isTitle, document.title == nil {
            document.title = content.isEmpty ? nil : content
        } else if isLocation, text.count <= Self.textLimit, locations.count < Self.locationLimit {
            locations.append(content)
        } else if elements.last == "track", !locations.isEmpty {
            if document.tracks.count < Self.trackLimit { document.tracks.append(locations) }
            locations = []
        }
        _ = elements.popLast()
    }

    private var content: String {
        let text = String(decoding: text.prefix(Self.textLimit), as: UTF8.self)
        return String(text.drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
    }
}
