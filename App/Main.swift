import Foundation

/// The entry point: parses the arguments, runs the command, and tells how it ended.
@main
enum Main {
    static func main() async {
        signal(SIGPIPE, SIG_IGN)
        do {
            try await FermataCommand.run(Array(CommandLine.arguments.dropFirst()))
        } catch {
            ErrorReport(error).printAndExit()
        }
    }
}
