import Foundation
import Synchronization

/// Restores the terminal on fatal signals and forwards the others while the TUI runs.
///
/// A signal handler takes no context, so its state is global. Handlers call async-signal-safe functions only
/// (POSIX, 2.4.3).
enum TerminalSignals {
    private static let fatalSignals = [
        SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGSYS, SIGXCPU, SIGXFSZ,
        SIGALRM, SIGVTALRM, SIGPROF, SIGUSR1, SIGUSR2,
    ]
    /// How long to wait for a terminal that accepts no output, in milliseconds.
    private static let writeTimeout: Int32 = 200
    private static let forwardedSignals = [SIGWINCH, SIGTSTP, SIGCONT]
    private static let wakeEnd = Atomic<Int32>(-1)
    private static let isActive = Atomic<Bool>(false)
    private static let isWriting = Atomic<Bool>(false)
    private static let isEnding = Atomic<Bool>(false)
    nonisolated(unsafe) private static let savedSettings = UnsafeMutablePointer<termios>.allocate(capacity: 1)
    /// Allocated once for each installation, since a handler may read it at any time.
    nonisolated(unsafe) private static var resetSequence = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 0)

    /// Installs the handlers: a fatal signal restores the terminal before the program ends.
    ///
    /// `reset` restores the terminal's modes. The numbers of forwarded signals are written to the pipe `wakeEnd`.
    /// Ignored signals stay ignored.
    static func install(restoring settings: termios, _ reset: [UInt8], wakeEnd: Int32) {
        savedSettings.initialize(to: settings)
        resetSequence = .allocate(capacity: reset.count)
        _ = resetSequence.initialize(from: reset)
        isActive.store(false, ordering: .sequentiallyConsistent)
        isWriting.store(false, ordering: .sequentiallyConsistent)
        isEnding.store(false, ordering: .sequentiallyConsistent)
        Self.wakeEnd.store(wakeEnd, ordering: .sequentiallyConsistent)
        for number in fatalSignals { install({ TerminalSignals.end($0) }, for: number) }
        for number in forwardedSignals { install(forward, for: number) }
    }

    /// Restores the default handlers.
    static func uninstall() {
        for number in fatalSignals + forwardedSignals { install(SIG_DFL, for: number) }
        wakeEnd.store(-1, ordering: .sequentiallyConsistent)
    }

    /// Sets whether the terminal is in the TUI's modes and has to be restored.
    static func setActive(_ isActive: Bool) {
        Self.isActive.store(isActive, ordering: .sequentiallyConsistent)
    }

    /// Runs `body` unless the program is ending, so that nothing is written after the terminal is restored.
    static func whileDrawing<Failure: Error>(_ body: () throws(Failure) -> Void) throws(Failure) {
        isWriting.store(true, ordering: .sequentiallyConsistent)
        defer { isWriting.store(false, ordering: .sequentiallyConsistent) }
        if !isEnding.load(ordering: .sequentiallyConsistent) { try body() }
    }

    /// Restores the terminal if it is active, and discards unread input.
    static func restoreTerminal() {
        guard isActive.exchange(false, ordering: .sequentiallyConsistent) else { return }
        tcsetattr(STDIN_FILENO, TCSANOW, savedSettings)
        var start = 0
        while start < resetSequence.count {
            var output = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
            guard poll(&output, 1, writeTimeout) > 0 else { break }
            let count = write(STDOUT_FILENO, resetSequence.baseAddress.map { $0 + start }, resetSequence.count - start)
            guard count > 0 || errno == EINTR else { break }
            start += max(0, count)
        }
        tcflush(STDIN_FILENO, TCIFLUSH)
    }

    /// Stops all processes of the job, as Ctrl-Z does in other programs, this one last.
    ///
    /// Returns when the program continues in the foreground. Call it on a thread that blocks no signals. Does nothing
    /// if no shell could continue the program.
    static func stop() {
        let isIgnored = Self.isIgnoring(signal(SIGTSTP, SIG_IGN))
        kill(0, SIGTSTP)
        if isIgnored { return }
        signal(SIGTSTP, SIG_DFL)
        raise(SIGTSTP)
        while !Terminal.isInForeground() {
            raise(SIGTSTP)
            poll(nil, 0, writeTimeout)
        }
        signal(SIGTSTP, forward)
    }

    private static let forward: @convention(c) (Int32) -> Void = { number in
        let code = errno
        var byte = UInt8(truncatingIfNeeded: number)
        write(TerminalSignals.wakeEnd.load(ordering: .sequentiallyConsistent), &byte, 1)
        errno = code
    }

    /// Restores the terminal and ends the program with the signal, after a write in progress finishes.
    private static func end(_ number: Int32) {
        isEnding.store(true, ordering: .sequentiallyConsistent)
        var background = sigset_t()
        sigemptyset(&background)
        sigaddset(&background, SIGTTOU)
        pthread_sigmask(SIG_BLOCK, &background, nil)
        for _ in 0..<100 where isWriting.load(ordering: .sequentiallyConsistent) { poll(nil, 0, 1) }
        restoreTerminal()
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
