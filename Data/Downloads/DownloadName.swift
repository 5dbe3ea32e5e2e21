package import FermataDomain
import Foundation

/// The name of a downloaded file, made from the library's data: `Artist - Title [0123456789abcdef].mp3`.
///
/// Valid on every common file system: NFC, at most 200 bytes.
package struct DownloadName {
    package static let byteLimit = 200
    private static let types: Set<Substring> = [
        "mp3", "m4a", "aac", "ogg", "oga", "opus", "flac", "wav", "aif", "aiff", "wma", "mka",
    ]
    private static let unknownType = "audio"
    package let text: String

    package init(_ music: Music) {
        let ending = "[\(music.id)].\(Self.type(of: music.audioURL))"
        let words = [music.artist, music.title].map(SafeFileName.text).filter { !$0.isEmpty }.joined(separator: " - ")
        let room = Self.byteLimit - ending.utf8.count - 1
        let stem = SafeFileName.trimmed(SafeFileName.cut(SafeFileName.withoutDevice(words), toBytes: room))
        text = stem.isEmpty ? ending : "\(stem) \(ending)"
    }

    /// Returns the id in the name of a downloaded file; nil for any other name.
    package static func id(in name: String) -> MusicID? {
        guard let dot = name.lastIndex(of: "."), name[..<dot].hasSuffix("]") else { return nil }
        let type = name[name.index(after: dot)...]
        guard types.contains(type) || type == unknownType else { return nil }
        let marked = name[..<dot].utf8.suffix(MusicID.digits + 2)
        let digits = marked.dropFirst().dropLast()
        guard marked.first == UInt8(ascii: "["), digits.count == MusicID.digits,
            let value = UInt64(String(decoding: digits, as: UTF8.self), radix: 16)
        else { return nil }
        let id = MusicID(value)
        return id.description.utf8.elementsEqual(digits) ? id : nil
    }

    /// The id in the name of a partial file.
    static func id(inPart name: String) -> MusicID? {
        name.hasSuffix(PartFile.suffix) ? id(in: String(name.dropLast(PartFile.suffix.count))) : nil
    }

    /// The audio file extension at the end of an address's path, if any.
    private static func type(of address: String?) -> String {
        let path = (address ?? "").prefix { $0 != "?" && $0 != "#" }
        guard let dot = path.lastIndex(of: ".") else { return unknownType }
        let type = path[path.index(after: dot)...].lowercased()
        return types.contains(Substring(type)) ? type : unknownType
    }
}
