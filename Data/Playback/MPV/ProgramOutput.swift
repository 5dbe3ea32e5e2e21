import Foundation

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
