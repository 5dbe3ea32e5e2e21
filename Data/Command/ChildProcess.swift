import CChildProcess
public import FermataDomain
import Foundation
import Synchronization

/// A program that runs in a session of its own, without a shell, a terminal and input.
final class ChildProcess: Sendable {
    private static let chunkSize = 64 << 10
    private static let messageBytes = 4 << 10
    private static let messageLength = 200
    /// How often a read looks whether its task was cancelled, in milliseconds.
    private static let pause: CInt = 100

    private struct State {
        /// Whether the id may belong to another process.
        var isReaped = false
        var isOutputOpen = true
        var areErrorsOpen = true
        /// The end of the standard error.
        var message: [UInt8] = []
        var end: CommandFailure??
    }

    private let id: pid_t
    private let output: OpenFile
    private let errors: OpenFile
    private let state = Mutex(State())

    /// Starts a program, by its path or by a name in the folders of `PATH`, with its arguments. Throws
    /// `CommandFailure`.
    init(_ words: [String], environment: [String: String], memory: UInt64) throws(CommandFailure) {
        guard let program = words.first, let file = Executable.file(program, in: environment["PATH"] ?? "") else {
            throw .notFound
        }
        do throws(StorageFailure) {
            let (output, errors) = (try Self.pipe(), try Self.pipe())
            (self.output, self.errors) = (output.reading, errors.reading)
            var id: pid_t = 0
            let variables = environment.map { "\($0)=\($1)" }
            let failure = Self.withPointers(to: words) { arguments in
                Self.withPointers(to: variables) { variables in
                    start_child(
                        file.path, arguments, variables, output.writing.descriptor, errors.writing.descriptor, memory,
                        &id)
                }
            }
            guard failure == 0 else { throw StorageFailure(errno: failure) }
            self.id = id
        } catch .missing {
            throw .notFound
        } catch {
            throw .cannotStart(error)
        }
    }

    private static func pipe() throws(StorageFailure) -> (reading: OpenFile, writing: OpenFile) {
        var ends: [CInt] = [-1, -1]
        guard Foundation.pipe(&ends) == 0 else { throw StorageFailure(errno: errno) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let (reading, writing) = (try OpenFile(closing: ends[0]), try OpenFile(closing: ends[1]))
        _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
        return (reading, writing)
    }

    /// Calls a body with C strings that end with a null pointer.
    fileprivate static func withPointers<Value>(
        to texts: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Value
    ) -> Value {
        let pointers = texts.map { strdup($0) } + [nil]
        defer { for pointer in pointers { free(pointer) } }
        return pointers.withUnsafeBufferPointer { body($0.baseAddress.unsafelyUnwrapped) }
    }

    /// Kills the program and all programs of its group. Does nothing after its end.
    func kill() {
        state.withLock { state in
            if state.isReaped { return }
            for target in [-id, id] { _ = Foundation.kill(target, SIGKILL) }
        }
    }

    /// Returns the next bytes of its standard output; nil at the end of its output and errors, or after its own end.
    ///
    /// Throws `CancellationError`.
    func next() async throws -> [UInt8]? {
        try await BlockingIO.runCancellable { [self] in
            var hasEnded = false
            while !BlockingIO.isCancelled {
                let (isOutputOpen, areErrorsOpen) = state.withLock { ($0.isOutputOpen, $0.areErrorsOpen) }
                guard isOutputOpen || areErrorsOpen else { return nil }
                var events = [
                    pollfd(fd: isOutputOpen ? output.descriptor : -1, events: Int16(POLLIN), revents: 0),
                    pollfd(fd: areErrorsOpen ? errors.descriptor : -1, events: Int16(POLLIN), revents: 0),
                ]
                guard poll(&events, 2, Self.pause) > 0 else {
                    // Another process may have the pipes after the program has ended. What the program wrote between
                    // the timeout and its end is read first.
                    if hasEnded { return nil }
                    hasEnded = has_ended(id) != 0
                    continue
                }
                if events[1].revents != 0 { readErrors() }
                guard events[0].revents != 0, let bytes = Self.read(output) else { continue }
                if !bytes.isEmpty { return bytes }
                state.withLock { $0.isOutputOpen = false }
            }
            return nil
        }
    }

    private func readErrors() {
        guard let bytes = Self.read(errors) else { return }
        state.withLock { state in
            state.areErrorsOpen = !bytes.isEmpty
            state.message = (state.message + bytes).suffix(Self.messageBytes)
        }
    }

    /// Returns the available bytes: none at the end of the pipe, and nil if there are none yet.
    private static func read(_ pipe: OpenFile) -> [UInt8]? {
        var result = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: chunkSize) { buffer, count in
            result = Foundation.read(pipe.descriptor, buffer.baseAddress, chunkSize)
            count = max(0, result)
        }
        return result < 0 && (errno == EAGAIN || errno == EINTR) ? nil : bytes
    }

    /// Waits until the program ends, then kills the rest of its group. Returns its failure; nil for exit code 0.
    func end() async throws -> CommandFailure? {
        if let known = state.withLock(\.end) { return known }
        return try await BlockingIO.run { [self] in
            let context = Unmanaged.passUnretained(self).toOpaque()
            let status = wait_for_child(
                id,
                { context in
                    guard let context else { return }
                    let process = Unmanaged<ChildProcess>.fromOpaque(context).takeUnretainedValue()
                    process.state.withLock { $0.isReaped = true }
                }, context)
            return state.withLock { state in
                let message = Self.message(state.message)
                let (signal, code) = (Int(status & 0x7F), Int(status >> 8 & 0xFF))
                let failure: CommandFailure? =
                    signal != 0
                    ? .killed(signal: signal, message: message)
                    : code != 0 ? .exited(code: code, message: message) : nil
                state.end = .some(failure)
                return failure
            }
        }
    }

    /// The last characters of a text, without controls and line breaks.
    private static func message(_ bytes: [UInt8]) -> String {
        let text = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let safe = text.unicodeScalars.filter { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: false
            default: true
            }
        }
        return String(String.UnicodeScalarView(safe).suffix(messageLength))
    }
}

/// A program that goes on after this one ends.
public enum DetachedProgram {
    /// Starts a program by its path, in a session of its own and without standard streams.
    ///
    /// `words` are its name and its arguments. Throws `PlayerError.cannotStart`.
    public static func start(
        _ path: String, _ words: [String], environment: [String: String]
    ) throws(PlayerError) {
        let failure = ChildProcess.withPointers(to: words) { arguments in
            ChildProcess.withPointers(to: environment.map { "\($0)=\($1)" }) { start_detached(path, arguments, $0) }
        }
        if failure != 0 { throw .cannotStart }
    }
}
