public import FermataDomain
import Foundation
import Synchronization

/// A playlist in a file: M3U or XSPF, and PLS for reading.
///
/// Source: https://en.wikipedia.org/wiki/M3U, https://xspf.org/spec
public struct PlaylistFileDocument: PlaylistDocument {
    private static let byteLimit = 8 << 20
    private let path: String
    private let format: PlaylistFileFormat

    /// `format` is that of a written file. The extension of a file's name decides how it is read.
    public init(path: String, format: PlaylistFileFormat = .m3u8) {
        (self.path, self.format) = (path, format)
    }

    public func read() async throws -> PlaylistDocumentContent {
        let (bytes, file) = (try await bytes(), BytePath(path))
        let content = PlaylistContent(bytes, type: file.fileExtension)
        if case .invalidXML(let line) = content.failure {
            throw PlaylistDocumentError.invalidXML(path: path, line: line)
        }
        let folder = BytePath(DocumentPath.absolute(DocumentPath.folder(of: path)))
        return PlaylistDocumentContent(
            name: content.name ?? BytePath(file.name).stem.text,
            songs: content.entries.map { $0.description(in: folder) })
    }

    public func write(
        _ name: String, _ songs: any AsyncSequence<[Music], any Error> & Sendable
    ) async throws -> Int {
        let count = Mutex(0)
        do {
            try await DocumentWriter.write(
                to: path, head: format.head(name), foot: format.foot,
                each: { [format] song in
                    count.withLock { $0 += 1 }
                    return format.entry(song)
                }, songs)
        } catch ToDoDocumentError.cannotWrite(let path, let failure) {
            throw PlaylistDocumentError.cannotWrite(path: path, failure)
        }
        return count.withLock { $0 }
    }

    private func bytes() async throws -> [UInt8] {
        do {
            let file = try await DocumentFile.open(path)
            var bytes: [UInt8] = []
            while case let chunk = try await file.read(), !chunk.isEmpty {
                bytes += chunk
                if bytes.count > Self.byteLimit {
                    throw PlaylistDocumentError.tooLarge(path: path, limit: Self.byteLimit)
                }
            }
            return bytes
        } catch ToDoDocumentError.cannotRead(let path, let failure) {
            throw PlaylistDocumentError.cannotRead(path: path, failure)
        }
    }
}

extension PlaylistContent.Entry {
    /// Describes the song for a playlist in a folder, to which paths are relative.
    fileprivate func description(in folder: BytePath) -> SongDescription {
        let files = paths.flatMap { path in ([path.literal] + path.spellings).map { $0.absolute(in: folder).address } }
        let text = [artist, title].compactMap(\.self).joined(separator: " - ")
        return SongDescription(
            addresses: files + addresses, names: names, duration: duration,
            text: text.isEmpty ? paths.first?.path.text ?? addresses.first ?? "" : text)
    }

    /// Artist and title as the file states them, or every way to divide a text such as “A - B - C”.
    private var names: [SongDescription.Names] {
        guard let title else { return [] }
        if let artist { return [SongDescription.Names(artist: artist, title: title)] }
        return title.ranges(of: " - ").prefix(Self.dividerLimit).map { divider in
            SongDescription.Names(
                artist: String(title[..<divider.lowerBound]), title: String(title[divider.upperBound...]))
        }
    }

    private static let dividerLimit = 10
}

extension BytePath {
    /// The path without `.` and `..`, from the root on.
    fileprivate func absolute(in folder: BytePath) -> BytePath {
        let path = bytes.first == Self.slash ? self : folder.appending(self)
        var names: [ArraySlice<UInt8>] = []
        for name in path.bytes.split(separator: Self.slash) where !name.elementsEqual(".".utf8) {
            if name.elementsEqual("..".utf8) { _ = names.popLast() } else { names.append(name) }
        }
        return BytePath([Self.slash] + names.joined(separator: [Self.slash]))
    }
}

extension PlaylistFileFormat {
    fileprivate func head(_ name: String) -> String {
        switch self {
        case .m3u8: "#EXTM3U\n#PLAYLIST:\(name.onLine)\n"
        case .xspf:
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <playlist version="1" xmlns="http://xspf.org/ns/0/">
              <title>\(name.inXML)</title>
              <trackList>

            """
        }
    }

    fileprivate var foot: String {
        switch self {
        case .m3u8: ""
        case .xspf: "  </trackList>\n</playlist>\n"
        }
    }

    fileprivate func entry(_ song: Music) -> String {
        switch self {
        case .m3u8: m3u(song)
        case .xspf: xspf(song)
        }
    }

    /// The text for people stands in for the address of a song without audio, because an entry needs one.
    private func m3u(_ song: Music) -> String {
        let seconds = song.duration.components.seconds
        let text = [song.artist, song.title].filter { !$0.isEmpty }.joined(separator: " - ").onLine
        let line = song.audioURL.flatMap(line) ?? (text.hasPrefix("#") ? "./" + text : text)
        return "#EXTINF:\(seconds > 0 ? seconds : -1),\(text)\n\(line)\n"
    }

    /// The path of a file, which more programs read than its address; the address if a line cannot have the path.
    private func line(_ address: String) -> String? {
        guard let path = BytePath(address: address) else { return address.onLine }
        let text = String(validating: path.bytes, as: UTF8.self)
        return text.flatMap { $0 == $0.onLine ? $0 : nil } ?? address
    }

    private func xspf(_ song: Music) -> String {
        let milliseconds = song.duration.millisecondCount
        let parts = [
            ("location", song.audioURL ?? ""), ("title", song.title), ("creator", song.artist), ("album", song.album),
            ("duration", milliseconds > 0 ? "\(milliseconds)" : ""),
        ]
        let elements = parts.filter { !$0.1.isEmpty }.map { "      <\($0.0)>\($0.1.inXML)</\($0.0)>\n" }
        return "    <track>\n\(elements.joined())    </track>\n"
    }
}

extension String {
    /// The text with spaces in place of control characters, such as line breaks, and without spaces around it.
    fileprivate var onLine: String {
        String(String.UnicodeScalarView(unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }))
            .trimmingCharacters(in: .whitespaces)
    }

    /// The text as the content of an XML element, without characters that XML excludes.
    ///
    /// Source: https://www.w3.org/TR/xml/#charsets
    fileprivate var inXML: String {
        onLine.unicodeScalars.reduce(into: "") { text, scalar in
            switch scalar {
            case "&": text += "&amp;"
            case "<": text += "&lt;"
            case ">": text += "&gt;"
            case "\u{FFFE}", "\u{FFFF}": break
            default: text.unicodeScalars.append(scalar)
            }
        }
    }
}
