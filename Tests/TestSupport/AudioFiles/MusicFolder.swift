public import Foundation

/// A temporary folder with audio files.
///
/// `song.FORMAT` has every tag, lyrics and a picture. `retagged.FORMAT` has the same audio and other tags.
public final class MusicFolder: Sendable {
    /// The formats of the audio files.
    public static let formats = playable + ["ape"]

    /// The formats of the audio files whose audio is not noise.
    public static let playable = [
        "mp3", "m4a", "aac", "flac", "ogg", "opus", "wav", "aiff", "wma", "wv", "mpc", "tta",
    ]

    public let url: URL

    /// Chooses the path. The first file creates the folder.
    public init() {
        let parent = FileManager.default.temporaryDirectory.appending(path: "fermata-tests-\(UUID().uuidString)")
        url = parent.appending(path: "Music")
    }

    deinit {
        try? FileManager.default.removeItem(at: url.deletingLastPathComponent())
    }

    public var path: String { url.path }

    /// A path beside the folder.
    public var elsewhere: URL { url.deletingLastPathComponent().appending(path: "Elsewhere") }

    /// Files from a fuzzer that made parsing hang, use too much memory or crash.
    public static let hostile = ["endless-attributes.wma", "endless-objects.wma"]

    /// Returns the content of an audio file, or of a hostile one.
    public static func audio(_ name: String) throws -> Data {
        let folder = hostile.contains(name) ? "Hostile" : "Fixtures"
        return try Data(contentsOf: Bundle.module.bundleURL.appending(path: "\(folder)/\(name)"))
    }

    /// Copies an audio file to a path in the folder.
    public func add(_ audio: String, as path: String) throws {
        try write(Self.audio(audio), to: path)
    }

    public func write(_ content: Data, to path: String) throws {
        let file = url.appending(path: path)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try? FileManager.default.removeItem(at: file)
        try content.write(to: file)
    }

    public func move(_ path: String, to destination: String) throws {
        let file = url.appending(path: destination)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try FileManager.default.moveItem(at: url.appending(path: path), to: file)
    }

    public func remove(_ path: String) throws {
        try FileManager.default.removeItem(at: url.appending(path: path))
    }

    public func link(_ path: String, to destination: String) throws {
        try FileManager.default.createSymbolicLink(
            atPath: url.appending(path: path).path, withDestinationPath: destination)
    }
}
