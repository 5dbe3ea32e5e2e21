import Foundation

/// A thread that reads keys, and hears of signals.
final class InputThread: Sendable {
    enum Message: Sendable {
        case inputs([TerminalInput])
        case resized
        /// Somebody asks the program to stop for a while.
        case suspend
        /// The program goes on after it was stopped.
        case resumed
        /// There will be no more keys.
        case ended
    }

    private static let endByte: UInt8 = 0
    private static let stopByte: UInt8 = 255
    /// How long the rest of a sequence may take, and that of pasted text, in milliseconds.
    private static let patience: (sequence: Int32, paste: Int32) = (50, 5_000)
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

    /// Stops the program as Ctrl-Z does elsewhere; `resumed` is reported when it goes on.
    func stopProgram() { pipe.wake(Self.stopByte) }

    func end() { pipe.wake(Self.endByte) }

    private func run() {
        var decoder = InputDecoder()
        var keys = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        while true {
            var waited = [keys, pollfd(fd: pipe.readEnd, events: Int16(POLLIN), revents: 0)]
            let count = poll(&waited, nfds_t(waited.count), Self.timeout(decoder.wait))
            if count == 0 { tell(decoder.flush()) }
            guard count > 0 else { continue }
            if waited[1].revents != 0, pipe.read().contains(where: { !takes($0) }) { return }
            if waited[0].revents != 0 {
                guard let bytes = Self.readKeys() else {
                    keys.fd = -1
                    report(.ended)
                    continue
                }
                tell(decoder.decode(bytes))
            }
        }
    }

    /// Answers false where the thread is to end.
    private func takes(_ byte: UInt8) -> Bool {
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

    private func tell(_ inputs: [TerminalInput]) {
        if !inputs.isEmpty { report(.inputs(inputs)) }
    }

    /// Nil at the end.
    private static func readKeys() -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: 1 << 14)
        let count = read(STDIN_FILENO, &bytes, bytes.count)
        if count < 0, [EINTR, EAGAIN].contains(errno) { return [] }
        return count > 0 ? Array(bytes.prefix(count)) : nil
    }

    private static func timeout(_ wait: InputDecoder.Wait?) -> Int32 {
        switch wait {
        case nil: -1
        case .sequence: patience.sequence
        case .paste: patience.paste
        }
    }

    /// Threads that tasks run on block nearly all signals: this one takes them.
    private static func unblockSignals() {
        var none = sigset_t()
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, nil)
    }
}
