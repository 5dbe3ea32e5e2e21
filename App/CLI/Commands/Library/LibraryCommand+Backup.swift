import ArgumentParser
import FermataDomain
import FermataPresentation
import Foundation

extension LibraryCommand {
    struct Backup: ParsableCommand {
        /// How long a backup runs before its progress is shown.
        private static let quietSeconds = 1.0
        static let configuration = CommandConfiguration(
            commandName: "backup", abstract: "Copy the library to a file while other programs may use it.",
            discussion: "The file appears only after it is complete, durable and compared with the library.")

        @OptionGroup var global: GlobalOptions

        @Argument(help: "The new file.", completion: .file())
        var file: String

        @Flag(name: .shortAndLong, help: "Replace an existing file.")
        var force = false

        func run(_ backUp: BackUpLibraryUsecase, now: @Sendable () -> Date, on console: Console) async throws {
            let started = now()
            var throttle = Throttle()
            defer { console.endProgress() }
            for try await event in backUp.execute(to: file, replacing: force) {
                switch event {
                case .progress(let progress):
                    let time = now()
                    guard time.timeIntervalSince(started) >= Self.quietSeconds, throttle.isDue(at: time) else {
                        continue
                    }
                    console.progress(BackupText(progress).text)
                case .finished(let backup):
                    console.endProgress()
                    console.note(BackupText(backup).text)
                }
            }
        }
    }
}
