import ArgumentParser
import FermataDomain
import FermataPresentation

extension LibraryCommand {
    struct Restore: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "restore", abstract: "Replace the library by a backup, and store the replaced one beside it.",
            discussion: "The backup is checked completely before anything changes. The backup itself stays unchanged.")

        @OptionGroup var global: GlobalOptions

        @Argument(help: "The backup.", completion: .file())
        var file: String

        @Flag(name: .shortAndLong, help: "Replace the library without confirmation.")
        var force = false

        func run(_ restore: RestoreLibraryUsecase, style: DateStyle, on console: Console) async throws {
            let model = RestoreModel(file, style: style)
            let restored = try await restore.execute(file) { [force] replacement in
                try force || console.confirm(model.question(replacement), .restoring)
            }
            console.note(model.resultText(restored))
        }
    }
}
