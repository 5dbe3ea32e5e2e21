import Foundation
import Synchronization

/// What is done about signals while the browser has the terminal.
///
/// A signal handler can be told nothing: what it needs stands in the only globals of the program. All that handlers
/// call is safe in one (POSIX, 2.4.3).
enum TerminalSignals {
    private static let ending = [
        SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGSYS, SIGXCPU, SIGXFSZ,
        SIGALRM, SIGVTALRM, SIGPROF, SIGUSR1, SIGUSR2,
    ]
    /// How long a terminal that takes nothing is waited for, in milliseconds.
    private static let patience: Int32 = 200
    private static let told = [SIGWINCH, SIGTSTP, SIGCONT]
    private static let wakeEnd = Atomic<Int32>(-1)
    private static let isTaken = Atomic<Bool>(false)
    private static let isWriting = Atomic<Bool>(false)
    private static let isEnding = Atomic<Bool>(false)
    nonisolated(unsafe) private static let settings = UnsafeMutablePointer<termios>.allocate(capacity: 1)
    nonisolated(unsafe) private static let farewell: UnsafeMutableBufferPointer<UInt8> = {
        let bytes = TerminalModes.off
        let buffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytes.count)
        _ = buffer.initialize(from: bytes)
        return buffer
    }()

    /// From now on whatever ends the program gives the terminal back first.
    ///
    /// `wakeEnd` is a pipe that takes the number of each signal that is only told. A signal that is ignored stays so.
    static func begin(restoring found: termios, wakeEnd: Int32) {
        settings.initialize(to: found)
        // A handler may not be the first to use a global: making it is not safe there.
        _ = farewell
        isTaken.store(false, ordering: .sequentiallyConsistent)
        isWriting.store(false, ordering: .sequentiallyConsistent)
        isEnding.store(false, ordering: .sequentiallyConsistent)
        Self.wakeEnd.store(wakeEnd, ordering: .sequentiallyConsistent)
        for number in ending { install({ TerminalSignals.end($0) }, for: number) }
        for number in told { install(teller, for: number) }
    }

    static func end() {
        for number in ending + told { install(SIG_DFL, for: number) }
        wakeEnd.store(-1, ordering: .sequentiallyConsistent)
    }

    static func setTaken(_ isTaken: Bool) {
        Self.isTaken.store(isTaken, ordering: .sequentiallyConsistent)
    }

    /// Draws, unless the program is ending: nothing is written after the terminal was given back.
    static func whileDrawing<Failure: Error>(_ body: () throws(Failure) -> Void) throws(Failure) {
        isWriting.store(true, ordering: .sequentiallyConsistent)
        defer { isWriting.store(false, ordering: .sequentiallyConsistent) }
        if !isEnding.load(ordering: .sequentiallyConsistent) { try body() }
    }

    /// Gives the terminal back, if it is taken; what was typed and not read is dropped with it.
    static func giveBack() {
        guard isTaken.exchange(false, ordering: .sequentiallyConsistent) else { return }
        tcsetattr(STDIN_FILENO, TCSANOW, settings)
        var start = 0
        while start < farewell.count {
            var output = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
            guard poll(&output, 1, patience) > 0 else { break }
            let count = write(STDOUT_FILENO, farewell.baseAddress.map { $0 + start }, farewell.count - start)
            guard count > 0 || errno == EINTR else { break }
            start += max(0, count)
        }
        tcflush(STDIN_FILENO, TCIFLUSH)
    }

    /// Stops all programs of the job as Ctrl-Z does elsewhere, this one last.
    ///
    /// It returns when the program goes on and has the terminal.
    ///
    /// It has to be called on a thread that blocks no signal. Where nobody could let the program go on, it is not stopped.
    static func stop() {
        let isIgnored = Self.isIgnoring(signal(SIGTSTP, SIG_IGN))
        kill(0, SIGTSTP)
        if isIgnored { return }
        signal(SIGTSTP, SIG_DFL)
        raise(SIGTSTP)
        while !hasTerminal {
            raise(SIGTSTP)
            poll(nil, 0, patience)
        }
        signal(SIGTSTP, teller)
    }

    /// Whether the terminal is this job's, and not the shell's or another's.
    static var hasTerminal: Bool {
        let owner = tcgetpgrp(STDIN_FILENO)
        return owner < 0 || owner == getpgrp()
    }

    private static let teller: @convention(c) (Int32) -> Void = { number in
        let code = errno
        var byte = UInt8(truncatingIfNeeded: number)
        write(TerminalSignals.wakeEnd.load(ordering: .sequentiallyConsistent), &byte, 1)
        errno = code
    }

    /// Waits for a line that is being drawn, but not for itself.
    private static func end(_ number: Int32) {
        isEnding.store(true, ordering: .sequentiallyConsistent)
        var background = sigset_t()
        sigemptyset(&background)
        sigaddset(&background, SIGTTOU)
        pthread_sigmask(SIG_BLOCK, &background, nil)
        for _ in 0..<100 where isWriting.load(ordering: .sequentiallyConsistent) { poll(nil, 0, 1) }
        giveBack()
        signal(number, SIG_DFL)
        kill(getpid(), number)
    }

    private static func install(_ handler: (@convention(c) (Int32) -> Void)?, for number: Int32) {
        if isIgnoring(signal(number, handler)) { signal(number, SIG_IGN) }
    }

    private static func isIgnoring(_ handler: (@convention(c) (Int32) -> Void)?) -> Bool {
        unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }
}
