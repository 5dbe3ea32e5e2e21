import FermataDomain
import Foundation
import Synchronization

/// A program that shows long output on a terminal page by page.
package struct Pager: Equatable, Sendable {
    /// The program and its arguments.
    package let words: [String]
    /// The variables of the program.
    package let environment: [String: String]

    /// The pager that `FERMATA_PAGER` names, else `PAGER`, else `less`; nil for `cat` or an empty name.
    ///
    /// Without a variable `LESS`, `less` shows colours, leaves the output on the screen, and ends at once if the output
    /// fits on it.
    package init?(environment: [String: String]) {
        let name = environment["FERMATA_PAGER"] ?? environment["PAGER"] ?? "less"
        guard let words = name.shellWords, let program = words.first, program != "cat" else { return nil }
        self.words = words
        self.environment = ["LESS": "FRX"].merging(environment) { $1 }
    }
}

/// Output that a pager shows once it has more lines than a terminal.
package final class PagedOutput: ByteSink {
    private struct State {
        var bytes: [UInt8] = []
        var lines = 0
        /// Where the bytes go once that is decided.
        var output: (any ByteSink)?
        var process: PagerProcess?
    }

    private let pager: Pager
    private let direct: any ByteSink
    private let rows: Int
    private let state = Mutex(State())

    /// Output of at most `rows - 1` lines goes to `direct`, and all output does if the pager cannot be started.
    package init(_ pager: Pager, to direct: any ByteSink, rows: Int) {
        (self.pager, self.direct, self.rows) = (pager, direct, rows)
    }

    package func write(_ bytes: [UInt8]) throws(OutputError) {
        try state.withLock { (state) throws(OutputError) in
            if let output = state.output { return try output.write(bytes) }
            state.bytes += bytes
            state.lines += bytes.count { $0 == UInt8(ascii: "\n") }
            if state.lines < rows { return }
            state.process = PagerProcess(pager)
            let output = state.process?.input ?? direct
            state.output = output
            try output.write(state.bytes)
            state.bytes = []
        }
    }

    package func flush() throws(OutputError) {
        try state.withLock { (state) throws(OutputError) in try state.output?.flush() }
    }

    /// Writes the rest. Returns when a person has left the pager.
    package func end() throws(OutputError) {
        let (rest, process) = state.withLock { state in (state.output == nil ? state.bytes : [], state.process) }
        guard let process else {
            try direct.write(rest)
            return try direct.flush()
        }
        defer { process.end() }
        do throws(OutputError) {
            try process.input.flush()
        } catch OutputError.closed {
            // A person left the pager before the end.
        }
    }

    /// Whether a pager shows the output.
    package var isPaged: Bool { state.withLock { $0.process != nil } }
}

/// A running pager. Keys that interrupt a program are for the pager while it runs, not for this process.
private final class PagerProcess: Sendable {
    private static let keySignals = [SIGINT, SIGQUIT]

    let input: StandardOutput
    private let descriptor: Int32
    private let id: pid_t
    /// Restores what the signals of keys did before.
    private let restoreSignals: [@Sendable () -> Void]

    /// Returns nil if the program cannot be started.
    init?(_ pager: Pager) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        _ = fcntl(ends[1], F_SETFD, FD_CLOEXEC)
        let id = Self.start(pager, input: ends[0])
        close(ends[0])
        guard let id else {
            close(ends[1])
            return nil
        }
        (self.id, descriptor, input) = (id, ends[1], StandardOutput(descriptor: ends[1]))
        restoreSignals = Self.keySignals.map { number in
            let handler = signal(number, SIG_IGN)
            return { signal(number, handler) }
        }
    }

    /// Closes the pager's input, and waits until it ends.
    func end() {
        close(descriptor)
        while waitpid(id, nil, 0) < 0, errno == EINTR {}
        for restore in restoreSignals { restore() }
    }

    /// Starts the program with a descriptor as its standard input, and with the default effect of signals.
    private static func start(_ pager: Pager, input: Int32) -> pid_t? {
        #if canImport(Darwin)
            var (actions, attributes): (posix_spawn_file_actions_t?, posix_spawnattr_t?) = (nil, nil)
        #else
            var (actions, attributes) = (posix_spawn_file_actions_t(), posix_spawnattr_t())
        #endif
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
        if input != STDIN_FILENO { posix_spawn_file_actions_addclose(&actions, input) }
        var signals = sigset_t()
        sigemptyset(&signals)
        for number in keySignals + [SIGPIPE] { sigaddset(&signals, number) }
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
        let arguments = pager.words.map { strdup($0) } + [nil]
        let variables = pager.environment.map { strdup("\($0)=\($1)") } + [nil]
        defer { for text in arguments + variables { free(text) } }
        var id: pid_t = 0
        return posix_spawnp(&id, pager.words[0], &actions, &attributes, arguments, variables) == 0 ? id : nil
    }
}
