import Foundation

/// The entry point: parses the arguments, runs the command, and tells how it ended.
@main
enum Main {
    static func main() async {
        holdStandardStreams()
        signal(SIGPIPE, SIG_IGN)
        do {
            try await FermataCommand.run(Array(CommandLine.arguments.dropFirst()))
        } catch {
            ErrorReport(error).printAndExit()
        }
    }

    /// Keeps the number of a closed stream from being given to the library, which would be printed into.
    private static func holdStandardStreams() {
        var descriptor: Int32 = 0
        while (0...STDERR_FILENO).contains(descriptor) { descriptor = open("/dev/null", O_RDONLY) }
        if descriptor > STDERR_FILENO { close(descriptor) }
    }
}
