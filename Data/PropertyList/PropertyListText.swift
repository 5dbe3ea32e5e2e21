import FermataDomain
import Foundation

/// Writes to-dos as the XML of a property list.
struct PropertyListText: Sendable {
    static let head = """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0">
        <array>

        """
    static let foot = "</array>\n</plist>\n"
    let timeZone: TimeZone

    func text(of toDo: ToDo) -> String {
        let item = toDo.item
        var pairs = pair("title", item.title)
        if !item.description.isEmpty { pairs += pair("itemDescription", item.description) }
        if let timestamp = item.timestamp { pairs += text(of: timestamp) }
        if let location = item.location { pairs += Self.key("location") + Self.dictionary(text(of: location)) }
        switch item.subject {
        case .music(let id): pairs += pair("music", id.description)
        case .artist(let name): pairs += pair("artist", name)
        case nil: break
        }
        return Self.dictionary(pairs + Self.flag("done", toDo.isDone))
    }

    private func text(of timestamp: DueDate) -> String {
        switch timestamp {
        case .moment(let moment): return Self.real("timestamp", "\(moment.seconds)")
        case .day(let day):
            let start = timeZone.seconds(showing: day.number * 86_400)
            return Self.real("timestamp", "\(start)") + pair("day", day.description)
        }
    }

    private func text(of location: Location) -> String {
        var pairs = pair("name", location.name)
        if let address = location.address { pairs += pair("address", address) }
        if let coordinate = location.coordinate {
            pairs += Self.real("latitude", coordinate.latitudeText) + Self.real("longitude", coordinate.longitudeText)
        }
        return location.isTownOnly ? pairs + Self.flag("townOnly", true) : pairs
    }

    /// The keys of a text: its XML, and an exact copy if XML cannot represent it.
    private func pair(_ name: String, _ text: String) -> String {
        let plain = Self.plain(text)
        let pair = Self.key(name) + "<string>\(Self.escaped(plain))</string>\n"
        guard !plain.unicodeScalars.elementsEqual(text.unicodeScalars) else { return pair }
        return pair + Self.key(name + "Exact") + "<data>\(Data(text.utf8).base64EncodedString())</data>\n"
    }

    private static func key(_ name: String) -> String { "<key>\(name)Key</key>\n" }
    private static func real(_ name: String, _ text: String) -> String { key(name) + "<real>\(text)</real>\n" }
    private static func flag(_ name: String, _ value: Bool) -> String {
        key(name) + (value ? "<true/>\n" : "<false/>\n")
    }
    private static func dictionary(_ pairs: String) -> String { "<dict>\n\(pairs)</dict>\n" }
}

extension PropertyListText {
    /// Returns a text without characters that XML 1.0 (2.2) cannot represent.
    ///
    /// Leading byte order marks are removed too, because Foundation drops them.
    static func plain(_ text: String) -> String {
        var plain = String.UnicodeScalarView()
        for scalar in text.unicodeScalars.drop(while: { $0 == "\u{FEFF}" }) where isCharacter(scalar) {
            plain.append(scalar)
        }
        return String(plain)
    }

    private static func isCharacter(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x9, 0xA, 0xD: true
        case 0..<0x20, 0xFFFE, 0xFFFF: false
        default: true
        }
    }

    private static func escaped(_ text: String) -> String {
        var escaped: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "&"): escaped += Array("&amp;".utf8)
            case ASCII.lessThan: escaped += Array("&lt;".utf8)
            case UInt8(ascii: ">"): escaped += Array("&gt;".utf8)
            case 0xD: escaped += Array("&#13;".utf8)
            default: escaped.append(byte)
            }
        }
        return String(decoding: escaped, as: UTF8.self)
    }
}
