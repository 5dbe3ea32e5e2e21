import Configuration
import Foundation

/// The settings of the player.
struct PlayerSettings: Sendable {
    /// mpv's audio output; nil lets mpv choose.
    let audioOutput: String?
    /// The environment of mpv: what it needs to find itself and the sound server, and no secret.
    let environment: [String: String]
    /// The folder of the sockets through which other programs of this user control the player.
    let socketFolder: String

    init(_ reader: SettingsReader, environment: [String: String], folders: XDGFolders) throws {
        audioOutput = try reader.text("player.audioOutput")
        self.environment = environment.filter { Self.isForPlayer($0.key) }
            .merging(["PATH": environment["PATH"] ?? "/usr/bin:/bin"]) { $1 }
        socketFolder =
            folders.runtime?.appending(path: "fermata").path ?? folders.data.appending(path: "fermata/run").path
    }

    /// Without the variables of proxies: audio comes from this computer.
    private static func isForPlayer(_ variable: String) -> Bool {
        ["HOME", "USER", "LANG", "TMPDIR"].contains(variable)
            || ["LC_", "XDG_", "PULSE_", "PIPEWIRE_", "DBUS_", "ALSA_", "JACK_"].contains { variable.hasPrefix($0) }
    }
}
