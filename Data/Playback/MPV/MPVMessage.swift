import Foundation

/// A message of mpv: an event, or the reply to a command.
///
/// Source: https://mpv.io/manual/stable/#json-ipc
package struct MPVMessage: Decodable {
    let event: String?
    let requestID: Int?
    let error: String?
    /// The name of a property that has changed.
    let name: String?
    let data: Value?
    /// Why a file has ended.
    let reason: String?
    /// The error that has ended a file.
    let fileError: String?
    let entry: Int?

    private enum CodingKeys: String, CodingKey {
        case event, error, name, data, reason
        case requestID = "request_id"
        case fileError = "file_error"
        case entry = "playlist_entry_id"
    }

    enum Value: Decodable {
        case number(Double)
        case flag(Bool)
        /// The entry that `loadfile` has added.
        case entry(Int)
        case other

        private struct Entry: Decodable {
            // swift-format-ignore: AlwaysUseLowerCamelCase
            let playlist_entry_id: Int
        }

        init(from decoder: any Decoder) throws {
            let value = try decoder.singleValueContainer()
            // Numbers come first, because positions arrive ten times a second.
            if let number = try? value.decode(Double.self) {
                self = .number(number)
            } else if let flag = try? value.decode(Bool.self) {
                self = .flag(flag)
            } else if let entry = try? value.decode(Entry.self) {
                self = .entry(entry.playlist_entry_id)
            } else {
                self = .other
            }
        }
    }
}
