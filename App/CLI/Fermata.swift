public import FermataDomain
import Foundation

/// The program, for its own executable and for packages that build theirs from this one.
public enum Fermata {
    /// Runs the command line of this process, and exits with its code.
    ///
    /// `kinds` are kinds of sources besides the built-in ones.
    ///
    /// It starts on the executor of its caller, because a change of executors needs descriptors and memory, which the
    /// first lines check.
    public nonisolated(nonsending) static func main(adding kinds: [any SourceKind] = []) async -> Never {
        reserveStandardStreams()
        signal(SIGPIPE, SIG_IGN)
        // A parent that ignores the ends of its children passes that on, and exit codes of programs would be lost.
        signal(SIGCHLD, SIG_DFL)
        let arguments = Array(CommandLine.arguments.dropFirst())
        let environment = ProcessInfo.processInfo.environment
        let console = Console.standard(environment: environment)
        if let problem = SystemLimits.problem { exit(ErrorReport(problem).show(on: console)) }
        let runner = CommandRunner(
            environment: environment, executable: executable, kinds: kinds, console: console)
        exit(await runner.run(arguments))
    }

    /// The file of this program.
    private static var executable: String? {
        #if os(Linux)
            "/proc/self/exe"  // the same program after an update replaced the file
        #else
            Bundle.main.executablePath
        #endif
    }

    /// Opens closed standard streams, so that no file of the library gets their descriptors and receives output.
    private static func reserveStandardStreams() {
        var descriptor: Int32 = 0
        while (0...STDERR_FILENO).contains(descriptor) { descriptor = open("/dev/null", O_RDONLY) }
        if descriptor > STDERR_FILENO { close(descriptor) }
    }
}
