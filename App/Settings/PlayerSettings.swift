import Configuration
import Foundation

/// The settings of the player.
struct PlayerSettings: Sendable {
    /// mpv's audio output; nil lets mpv choose.
    let audioOutput: String?
    /// The folders in which mpv is found, as in `PATH`.
    let searchPath: String
    /// The folder of the sockets through which other programs of this user control the player.
    let socketFolder: String

    init(_ reader: SettingsReader, environment: [String: String], folders: XDGFolders) throws {
        audioOutput = try reader.text("player.audioOutput")
        searchPath = environment["PATH"] ?? "/usr/bin:/bin"
        socketFolder =
            folders.runtime?.appending(path: "fermata").path ?? folders.data.appending(path: "fermata/run").path
    }
}
