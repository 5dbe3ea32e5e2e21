import Crypto
package import FermataDomain
package import Foundation
import Synchronization

/// Converts audio with ffmpeg, and caches the results in a folder.
///
/// ffmpeg reads a song from an address that only this program knows, so that it needs no password and no file. It writes
/// as fast as it can, and readers follow the growing file: a slow one does not keep ffmpeg running. Requests for the same
/// result share one conversion, which is cancelled when its last reader leaves.
package actor FFmpegTranscoder: AudioTranscoder {
    /// More conversions than people who share a library start at once.
    private static let waitingLimit = 64
    private let program: String
    private let searchPath: String
    private let addresses: any AudioServer
    private let folder: CacheFolder
    private let clock: any Clock<Duration>
    private let now: @Sendable () -> Date
    private let semaphore: LIFOSemaphore
    private var conversions: [String: Conversion] = [:]
    /// The number of conversions since the program started.
    private var started = 0

    /// `program` is the name of ffmpeg in the folders of `searchPath`, or its path. At most `limit` conversions run at
    /// once. The folder has about `byteLimit` bytes.
    package init(
        program: String = "ffmpeg", searchPath: String, addresses: any AudioServer, folder: URL,
        byteLimit: Int = 1 << 30, limit: Int = 2, clock: any Clock<Duration>, now: @escaping @Sendable () -> Date
    ) {
        (self.program, self.searchPath, self.addresses, self.clock) = (program, searchPath, addresses, clock)
        self.now = now
        self.folder = CacheFolder(path: folder.path, byteLimit: byteLimit)
        semaphore = LIFOSemaphore(limit, waitingLimit: Self.waitingLimit)
    }

    package nonisolated var isAvailable: Bool { Executable.file(program, in: searchPath) != nil }

    package func audio(of song: MusicID, version: String?, as transcoding: Transcoding) async throws -> TranscodedAudio
    {
        let name = Self.name(of: song, version, transcoding)
        if let cached = try await cached(name) { return .audio(.file(cached)) }
        let conversion = try conversions[name] ?? start(song, transcoding, named: name)
        guard await conversion.hasBytes() else { throw TranscodingError.failed }
        // Short audio is complete by now.
        if let cached = try await cached(name) { return .audio(.file(cached)) }
        return .stream(conversion.bytes, transcoding.format.audioFormat)
    }

    /// Starts a conversion, which ends by itself.
    private func start(_ song: MusicID, _ transcoding: Transcoding, named name: String) throws -> Conversion {
        try folder.create()
        started += 1
        let conversion = try Conversion(path: folder.file(named: name), number: started)
        conversions[name] = conversion
        let isCached = transcoding.offset == .zero
        conversion.run { [self] in
            try await acquire()
            do {
                try await BlockingIO.run { [folder] in folder.makeRoom(for: 0) }
                let address = try await addresses.address(of: song)
                try await FFmpegProcess(
                    program: program, searchPath: searchPath, address: address, transcoding, clock: clock
                ).run(conversion.append)
                await release()
            } catch {
                await release()
                throw error
            }
        } ended: { [self] in
            await end(conversion, named: name, isCached: isCached)
        }
        return conversion
    }

    /// Waits until fewer conversions run than the limit. Throws `TranscodingError` if too many newer ones wait.
    private func acquire() async throws {
        guard await semaphore.acquire() else { throw TranscodingError.failed }
    }

    private func release() { semaphore.release() }

    private func end(_ conversion: Conversion, named name: String, isCached: Bool) {
        conversion.close(isKept: isCached)
        conversions[name] = nil
    }

    /// Opens a complete result, which then counts as used last; nil without one.
    private func cached(_ name: String) async throws -> StoredAudio? {
        let path = folder.file(named: name)
        return try await BlockingIO.run { [now] in
            guard let file = try? AudioFile(OpenFile(BytePath(path), AudioFile.openFlags)),
                let audio = try? StoredAudio(file, path: nil)
            else { return nil }
            try? FileManager.default.setAttributes([.modificationDate: now()], ofItemAtPath: path)
            return audio
        }
    }

    /// The name of a result's file.
    private static func name(of song: MusicID, _ version: String?, _ transcoding: Transcoding) -> String {
        let texts = [
            song.description, version ?? "", transcoding.format.rawValue, "\(transcoding.bitRate ?? 0)",
            "\(transcoding.offset / .milliseconds(1))",
        ]
        return SHA256.hash(data: Data(texts.joined(separator: "\0").utf8)).prefix(16).hexadecimal
    }
}

/// A run of ffmpeg.
private struct FFmpegProcess {
    private static let memory: UInt64 = 1 << 30
    /// ffmpeg is killed if it writes nothing for this long.
    private static let stall = Duration.seconds(30)
    private let words: [String]
    private let searchPath: String
    private let clock: any Clock<Duration>

    init(
        program: String, searchPath: String, address: String, _ transcoding: Transcoding, clock: any Clock<Duration>
    ) {
        (self.searchPath, self.clock) = (searchPath, clock)
        let offset = transcoding.offset > .zero ? ["-ss", "\(transcoding.offset / .seconds(1))"] : []
        let bitRate = transcoding.bitRate.map { ["-b:a", "\($0)k"] } ?? []
        words =
            [program, "-nostdin", "-loglevel", "error", "-protocol_whitelist", "http,tcp"] + offset
            + ["-i", address, "-map", "0:a:0", "-map_metadata", "0", "-vn", "-sn"] + bitRate
            + transcoding.format.codec + ["pipe:1"]
    }

    /// Sends the output to a function in order. Throws `CommandFailure`, and `TranscodingError` if nothing was sent.
    func run(_ append: @escaping @Sendable ([UInt8]) async throws -> Void) async throws {
        let process = try await BlockingIO.run { [self] in
            try ChildProcess(words, environment: ["PATH": searchPath], memory: Self.memory)
        }
        do {
            while let bytes = try await withDeadline(
                Self.stall, clock: clock, error: CommandFailure.timedOut(after: Self.stall),
                { try await process.next() }
            ) {
                try await append(bytes)
            }
        } catch {
            process.kill()
            _ = try await process.end()
            throw error
        }
        if let failure = try await process.end() { throw failure }
    }
}

extension TranscodingFormat {
    /// The options of ffmpeg for the codec and the container. Each container can be written to a pipe.
    fileprivate var codec: [String] {
        switch self {
        case .mp3: ["-c:a", "libmp3lame", "-f", "mp3"]
        case .opus: ["-c:a", "libopus", "-f", "ogg"]
        case .aac: ["-c:a", "aac", "-f", "adts"]
        case .flac: ["-c:a", "flac", "-f", "flac"]
        }
    }
}

/// Audio that is being converted: a growing file, and those who read it.
private final class Conversion: Sendable {
    private static let chunk = 64 << 10

    private struct State {
        var length: Int64 = 0
        /// Nil while it runs; whether it is complete then.
        var isComplete: Bool?
        var readers = 0
        var observers: [Int: AsyncStream<Void>.Continuation] = [:]
        /// The number of observers so far.
        var lastObserver = 0
        var task: Task<Void, Never>?
    }

    /// The path of the complete file.
    private let path: String
    private let partPath: String
    private let file: OpenFile
    private let state = Mutex(State())

    /// `number` differs from those of this program's other conversions.
    init(path: String, number: Int) throws {
        self.path = path
        // Another program may use the same folder. What it leaves when it is killed is removed as the oldest files are.
        partPath = "\(path).\(getpid())-\(number)\(PartFile.suffix)"
        file = try OpenFile(partPath, O_RDWR | O_CREAT | O_TRUNC | O_NOFOLLOW)
    }

    /// Runs a body, and then `ended`, in a task of its own.
    func run(
        _ body: @escaping @Sendable () async throws -> Void, ended: @escaping @Sendable () async -> Void
    ) {
        let task = Task {
            let isComplete: Bool
            do {
                try await body()
                isComplete = state.withLock { $0.length > 0 }
            } catch {
                isComplete = false
            }
            state.withLock { $0.isComplete = isComplete }
            await ended()
            notify()
        }
        state.withLock { $0.task = task }
    }

    func append(_ bytes: [UInt8]) async throws {
        let offset = state.withLock(\.length)
        try await BlockingIO.run { [file] in try file.write(Data(bytes), at: offset) }
        state.withLock { $0.length += Int64(bytes.count) }
        notify()
    }

    /// Gives the complete file its name, or removes the file.
    func close(isKept: Bool) {
        if isKept, state.withLock({ $0.isComplete }) == true, rename(partPath, path) == 0 { return }
        unlink(partPath)
    }

    /// Waits for the first bytes. Returns whether there are any.
    func hasBytes() async -> Bool {
        await withChanges { changes in
            for await _ in changes {
                let (length, isComplete) = state.withLock { ($0.length, $0.isComplete) }
                if length > 0 { return true }
                if isComplete != nil { return false }
            }
            cancelWithoutReaders()
            return false
        }
    }

    /// All bytes, from the first one on. Throws `TranscodingError` if the conversion fails before its end.
    var bytes: TaskSequence<Data> {
        TaskSequence.oneAhead { [self] send in
            state.withLock { $0.readers += 1 }
            defer {
                state.withLock { $0.readers -= 1 }
                cancelWithoutReaders()
            }
            try await withChanges { changes in
                var offset: Int64 = 0
                for await _ in changes {
                    while let bytes = try await read(from: offset) {
                        try await send(bytes)
                        offset += Int64(bytes.count)
                    }
                    guard let isComplete = state.withLock(\.isComplete) else { continue }
                    if !isComplete { throw TranscodingError.failed }
                    if offset == state.withLock(\.length) { return }
                }
                try Task.checkCancellation()
            }
        }
    }

    /// The bytes from an offset on that exist already; nil if there are none.
    private func read(from offset: Int64) async throws -> Data? {
        let count = Int(min(Int64(Self.chunk), state.withLock(\.length) - offset))
        guard count > 0 else { return nil }
        return try await BlockingIO.run { [file] in
            var bytes = Data(count: count)
            let read = bytes.withUnsafeMutableBytes { file.read(into: $0, at: offset) }
            guard read.count == count else { throw TranscodingError.failed }
            return bytes
        }
    }

    /// Runs a body with a stream of changes that begins with one.
    private func withChanges<Value>(_ body: (AsyncStream<Void>) async throws -> Value) async rethrows -> Value {
        let (changes, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        continuation.yield()
        let id = state.withLock { state in
            state.lastObserver += 1
            state.observers[state.lastObserver] = continuation
            return state.lastObserver
        }
        defer { state.withLock { _ = $0.observers.removeValue(forKey: id) } }
        return try await body(changes)
    }

    private func cancelWithoutReaders() {
        state.withLock { $0.readers == 0 && $0.isComplete == nil ? $0.task : nil }?.cancel()
    }

    private func notify() {
        for observer in state.withLock({ Array($0.observers.values) }) { observer.yield() }
    }
}
