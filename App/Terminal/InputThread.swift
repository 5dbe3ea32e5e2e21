import Foundation

/// A thread that reads terminal input and receives signals through a pipe.
final class InputThread: Sendable {
    enum Message: Sendable {
        case inputs([TerminalInput])
        case resized
        /// SIGTSTP arrived.
        case suspend
        /// The program continues after a stop.
        case resumed
        /// The terminal is closed; no more input arrives.
        case ended
    }

    /// Written to the pipe, ends the thread. No signal has this number.
    private static let endByte: UInt8 = 0
    /// Written to the pipe, stops the program as `stopProgram` does.
    static let stopByte: UInt8 = 255
    /// How long to wait for the rest of a sequence and of pasted text, in milliseconds.
    private static let timeouts: (sequence: Int32, paste: Int32) = (50, 5_000)
    private let pipe: WakePipe
    private let report: @Sendable (Message) -> Void

    init(pipe: WakePipe, report: @escaping @Sendable (Message) -> Void) {
        self.pipe = pipe
        self.report = report
    }

    func start() {
        Thread.detachNewThread {
            Self.unblockSignals()
            self.run()
        }
    }

    /// Stops the program as Ctrl-Z does in other programs; reports `resumed` when it continues.
    func stopProgram() { pipe.wake(Self.stopByte) }

    func end() { pipe.wake(Self.endByte) }

    private func run() {
        var decoder = InputDecoder()
        var keys = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        while true {
            var descriptors = [keys, pollfd(fd: pipe.readEnd, events: Int16(POLLIN), revents: 0)]
            let count = poll(&descriptors, nfds_t(descriptors.count), Self.timeout(decoder.wait))
            if count == 0 { reportInputs(decoder.flush()) }
            guard count > 0 else { continue }
            if descriptors[1].revents != 0, pipe.read().contains(where: { !handle($0) }) { return }
            if descriptors[0].revents != 0 {
                guard let bytes = Self.readKeys() else {
                    keys.fd = -1
                    report(.ended)
                    continue
                }
                reportInputs(decoder.decode(bytes))
            }
        }
    }

    /// Handles a byte from the pipe; returns false if the thread ends.
    private func handle(_ byte: UInt8) -> Bool {
        switch Int32(byte) {
        case SIGWINCH: report(.resized)
        case SIGTSTP: report(.suspend)
        case SIGCONT: report(.resumed)
        case Int32(Self.stopByte):
            TerminalSignals.stop()
            report(.resumed)
        default: return byte != Self.endByte
        }
        return true
    }

    private func reportInputs(_ inputs: [TerminalInput]) {
        if !inputs.isEmpty { report(.inputs(inputs)) }
    }

    /// Returns the available bytes; nil at the end of the input.
    private static func readKeys() -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: 1 << 14)
        let count = read(STDIN_FILENO, &bytes, bytes.count)
        if count < 0, [EINTR, EAGAIN].contains(errno) { return [] }
        return count > 0 ? Array(bytes.prefix(count)) : nil
    }

    private static func timeout(_ wait: InputDecoder.Wait?) -> Int32 {
        switch wait {
        case nil: -1
        case .sequence: timeouts.sequence
        case .paste: timeouts.paste
        }
    }

    /// Unblocks all signals for this thread; the threads of the concurrency runtime block most of them.
    private static func unblockSignals() {
        var none = sigset_t()
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, nil)
    }
}

/// A pipe that wakes the input thread; signal handlers may write to it.
final class WakePipe: Sendable {
    let readEnd: Int32
    let writeEnd: Int32

    init() throws(OutputError) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw .failed(reason: String(cString: strerror(errno))) }
        (readEnd, writeEnd) = (ends[0], ends[1])
        for end in ends {
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        }
    }

    deinit {
        close(readEnd)
        close(writeEnd)
    }

    /// Writes a byte, without blocking.
    func wake(_ byte: UInt8) {
        var byte = byte
        _ = write(writeEnd, &byte, 1)
    }

    /// Returns the bytes written since the last call.
    func read() -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = Foundation.read(readEnd, &bytes, bytes.count)
        return Array(bytes.prefix(max(0, count)))
    }
}
