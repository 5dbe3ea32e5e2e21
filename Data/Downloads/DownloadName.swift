package import FermataDomain
import Foundation

/// The name of a downloaded file, from what the library knows: `Artist - Title [0123456789abcdef].mp3`.
///
/// It is one that every common file system takes: NFC, 200 bytes at the most.
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

    /// The id in a name that was made so; nil for any other name.
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

    /// The id in the name of a part.
    static func id(inPart name: String) -> MusicID? {
        name.hasSuffix(PartFile.suffix) ? id(in: String(name.dropLast(PartFile.suffix.count))) : nil
    }

    /// The file type that the path of an address ends with, where it is one of audio.
    private static func type(of address: String?) -> String {
        let path = (address ?? "").prefix { $0 != "?" && $0 != "#" }
        guard let dot = path.lastIndex(of: ".") else { return unknownType }
        let type = path[path.index(after: dot)...].lowercased()
        return types.contains(Substring(type)) ? type : unknownType
    }
}
