import FermataDomain
import Foundation

/// A process of mpv that plays audio only, without the user's configuration, scripts and downloader.
///
/// It is controlled through a socket that is its standard input, and ends when that socket is closed. It opens audio
/// formats only, and no playlists, which could name further addresses.
final class MPVProcess: Sendable {
    /// The formats of FFmpeg's demuxers for audio files (https://ffmpeg.org/ffmpeg-formats.html).
    private static let formats = [
        "mp3", "flac", "ogg", "mov", "wav", "w64", "aiff", "aac", "asf", "ape", "wv", "mpc", "mpc8", "tta", "matroska",
    ].joined(separator: ",")

    /// Without a terminal, mpv writes no message, but it would change the settings of the terminal that it has.
    private static let control = ["--idle=yes", "--no-terminal", "--input-ipc-client=fd://0"]
    private static let arguments = [
        "--no-config", "--ytdl=no", "--load-scripts=no", "--osc=no", "--input-default-bindings=no",
        "--video=no", "--audio-display=no", "--sub=no", "--autoload-files=no", "--ordered-chapters=no",
        "--demuxer=lavf", "--demuxer-lavf-o=format_whitelist=%\(formats.utf8.count)%\(formats)",
        "--gapless-audio=yes", "--prefetch-playlist=yes", "--replaygain=track", "--volume-max=100",
        "--network-timeout=30", "--audio-client-name=Fermata",
    ]

    private let process: Process
    private let executable: URL
    private let options: [String]

    /// Starts mpv with one end of a pair of sockets, and closes that end. `output` is mpv's audio output; nil lets mpv
    /// choose. `fallsBackToSilence` lets mpv play silently if it cannot open an audio output.
    ///
    /// Throws `PlayerError.notInstalled`.
    init(
        program: String, output: String?, fallsBackToSilence: Bool, environment: [String: String], socket: FileHandle
    ) throws(PlayerError) {
        guard let executable = Self.executable(program, in: environment["PATH"] ?? "") else {
            throw .notInstalled(program: program)
        }
        self.executable = executable
        options =
            Self.arguments + (output.map { ["--ao=\($0)"] } ?? [])
            + (fallsBackToSilence ? ["--audio-fallback-to-null=yes"] : [])
        process = Process()
        process.executableURL = executable
        process.arguments = Self.control + options
        process.environment = environment
        process.standardInput = socket
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        do { try process.run() } catch { throw .notInstalled(program: program) }
        try? socket.close()
    }

    /// Returns why mpv ends at its start: runs it once more with the same options, and reads what it writes.
    func reasonOfEnd() async -> PlayerError {
        let check = ["--idle=no", "--input-terminal=no", "--msg-level=all=error"] + options
        guard let message = await ProgramOutput.text(of: executable, check, process.environment) else {
            return .ended
        }
        let version = await ProgramOutput.text(of: executable, ["--version"], process.environment)
        // Such as: mpv 0.35.1 Copyright © 2000-2023 mpv/MPlayer/mplayer2 projects
        let words = version?.split(separator: " ").prefix(2).map(String.init) ?? []
        return .endedAtStart(version: words.first == "mpv" ? words.joined(separator: " ") : nil, message: message)
    }

    /// Kills a process that does not respond.
    func kill() {
        if process.isRunning { Foundation.kill(process.processIdentifier, SIGKILL) }
    }

    /// The file of a program in the folders of `PATH`, or at a path.
    private static func executable(_ program: String, in searchPath: String) -> URL? {
        let folders = program.contains("/") ? [""] : searchPath.split(separator: ":")
        return folders.lazy.map { URL(filePath: $0.isEmpty ? program : "\($0)/\(program)") }
            .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    }
}
