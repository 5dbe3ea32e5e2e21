import Configuration
import FermataPresentation
import Foundation

/// The settings of the player.
struct PlayerSettings: Sendable {
    /// mpv's audio output; nil lets mpv choose.
    let audioOutput: String?
    /// Whether music plays on after the TUI ends.
    let keepsPlaying: Bool
    /// Whether mpv plays silently if it cannot open an audio output.
    private(set) var fallsBackToSilence = false
    /// The environment of mpv: the variables that it needs to find itself and the sound server, and no secret.
    private(set) var environment: [String: String]
    /// The folder of the sockets through which other programs of this user control the player.
    let socketFolder: String

    init(_ reader: SettingsReader, environment: [String: String], folders: XDGFolders) throws {
        audioOutput = try reader.text("player.audioOutput")
        keepsPlaying = try reader.flag("player.keepPlaying", default: false)
        self.environment = environment.filter { Self.isForPlayer($0.key) }
            .merging(["PATH": environment["PATH"] ?? "/usr/bin:/bin"]) { $1 }
        socketFolder =
            folders.runtime?.appending(path: "fermata").path ?? folders.data.appending(path: "fermata/run").path
    }

    /// Returns settings with which mpv and the libraries of sound servers create files in one folder only, and with
    /// which it plays silently without a sound device.
    func confined(to folder: URL) -> PlayerSettings {
        var settings = self
        settings.fallsBackToSilence = true
        // A library that ends late creates the last folder of a path, and must not create the removed one again.
        let path = folder.appending(path: "player/files").path
        for variable in ["XDG_CONFIG_HOME", "XDG_CACHE_HOME", "TMPDIR"] { settings.environment[variable] = path }
        return settings
    }

    /// Without the variables of proxies: audio comes from this computer.
    private static func isForPlayer(_ variable: String) -> Bool {
        ["HOME", "USER", "LANG", "TMPDIR"].contains(variable)
            || ["LC_", "XDG_", "PULSE_", "PIPEWIRE_", "DBUS_", "ALSA_", "JACK_"].contains { variable.hasPrefix($0) }
    }
}

/// The settings of the geocoder.
struct GeocoderSettings: Sendable {
    /// The URL of a Nominatim server; nil for the built-in gazetteer.
    let url: String?
    /// The maximum time of a request, retries included.
    let timeout: Duration

    init(_ reader: SettingsReader) throws {
        url = try reader.text("geocoder.url") { url in
            // The query may contain a key.
            .text(String(url.prefix { $0 != "?" }))
        }
        timeout = try reader.seconds("geocoder.timeout", default: .seconds(10))
    }
}
