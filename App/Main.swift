import ArgumentParser
import Foundation

/// The entry point: parses the arguments, runs the command, and tells how it ended.
@main
enum Main {
    static func main() async {
        signal(SIGPIPE, SIG_IGN)
        do {
            var command = try FermataCommand.parseAsRoot()
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
        } catch {
            ErrorReport(error).printAndExit()
        }
    }
}
