package import FermataDomain
import Foundation

/// Programs of this computer that print a catalogue.
package struct CommandKind: SourceKind {
    package static let form = SourceForm(
        "command", [.localAddress, .runsProgram], label: "program that prints NDJSON", example: "-- my-catalogue --all")
    private let environment: [String: String]
    private let clock: any Clock<Duration>

    /// `environment` is that of the programs; its `PATH` names the folders in which they are found.
    package init(environment: [String: String], clock: any Clock<Duration>) {
        (self.environment, self.clock) = (environment, clock)
    }

    package var form: SourceForm { Self.form }

    /// Spells the command with the fewest quotation marks, and the path of its program as an absolute one.
    package func prepare(_ source: Source) throws -> Source {
        var (source, words) = (source, try Self.words(of: source))
        // Links stay: some programs do what the name of a link to them says.
        if words[0].contains("/") {
            words[0] = URL(filePath: NSString(string: words[0]).expandingTildeInPath).absoluteURL.path
        }
        source.address = words.shellLine
        return source
    }

    package func checkNew(_ source: Source) throws {
        guard Executable.file(try Self.words(of: source)[0], in: environment["PATH"] ?? "") != nil else {
            throw SourceFailure(.command(.notFound), address: source.address)
        }
    }

    package func suggestedName(for source: Source) -> String? {
        source.address.shellWords?.first.map(DocumentPath.name)
    }

    package func music(of source: Source) throws -> any RemoteMusicRepository {
        CommandMusicRepository(try Self.words(of: source), environment: environment, clock: clock)
    }

    /// The program and its arguments. Throws `SourceError.invalidAddress`.
    private static func words(of source: Source) throws(SourceError) -> [String] {
        if source.address.isEmpty { throw .invalidAddress(.empty) }
        guard let words = source.address.shellWords, words.first?.isEmpty == false,
            !source.address.utf8.contains(0)
        else { throw .invalidAddress(.notACommand) }
        return words
    }
}
