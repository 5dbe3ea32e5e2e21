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
        guard let executable = Executable.file(program, in: environment["PATH"] ?? "") else {
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
}

/// What a program writes that ends by itself.
enum ProgramOutput {
    private static let limit = 4 << 10
    private static let messageLimit = 300
    /// The longest wait for the next bytes, in milliseconds, and how many bytes are read at once.
    private static let (patience, size) = (CInt(5_000), 1 << 10)
    /// The largest number of reads, so that a program that writes slowly ends, too.
    private static let readLimit = 16

    /// Runs a program without input, and returns its output and errors as one line; nil if it writes nothing.
    ///
    /// Kills a program that does not end.
    static func text(of executable: URL, _ arguments: [String], _ environment: [String: String]?) async -> String? {
        let bytes = try? await BlockingIO.run {
            let (process, pipe) = (Process(), Pipe())
            (process.executableURL, process.arguments, process.environment) = (executable, arguments, environment)
            process.standardInput = FileHandle.nullDevice
            (process.standardOutput, process.standardError) = (pipe, pipe)
            try process.run()
            defer { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }
            return read(pipe.fileHandleForReading.fileDescriptor)
        }
        let lines = String(decoding: bytes ?? [], as: UTF8.self).split(whereSeparator: \.isNewline)
            // The sound library writes such lines even if mpv works.
            .filter { !$0.hasPrefix("ALSA lib ") && !$0.allSatisfy(\.isWhitespace) }
        return lines.isEmpty ? nil : String(lines.joined(separator: " ").prefix(messageLimit))
    }

    private static func read(_ descriptor: CInt) -> [UInt8] {
        var (bytes, buffer) = ([UInt8](), [UInt8](repeating: 0, count: size))
        for _ in 0..<readLimit where bytes.count < limit {
            var event = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&event, 1, patience) > 0 else { break }
            let count = Foundation.read(descriptor, &buffer, size)
            guard count > 0 else { break }
            bytes += buffer.prefix(count)
        }
        return bytes
    }
}
