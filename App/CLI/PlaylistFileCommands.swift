import ArgumentParser
import FermataDomain
import FermataPresentation
import Foundation

extension PlaylistCommand {
    struct Import: OpenLibraryCommand {
        static let configuration = CommandConfiguration(
            commandName: "import",
            abstract: "Make a playlist from a file: M3U (.m3u8, .m3u), XSPF (.xspf) or PLS (.pls).",
            discussion: """
                Songs are found by the addresses and paths in the file, else by artist, title and duration. Songs that \
                the library does not have are listed, and left out.
                """)

        @OptionGroup var options: PlaylistEditingOptions

        @Argument(help: "The file’s path.", completion: .file())
        var file: String

        @Option(help: "The playlist’s name (default: as in the file).")
        var name: String?

        var global: GlobalOptions { options.global }

        typealias Dependencies = (editor: PlaylistEditorDataSource, document: MakePlaylistDocument)

        static func dependencies(_ application: FermataApplication) -> Dependencies {
            (application.playlistEditor, application.playlistDocument)
        }

        func run(_ dependencies: Dependencies, on console: Console) async throws {
            let (editor, document) = dependencies
            let output = options.output
            try output.checkFields(of: PlaylistCellModel.table)
            let result = try await editor.importPlaylist(document(file, .m3u8), path: file, as: name)
            if !output.printsText {
                try await output.print(PlaylistCellModel.table, rows: [result.row], on: console)
            }
            for line in [result.text] + result.missingTexts { console.note(line) }
        }
    }

    struct Export: OpenLibraryCommand {
        static let configuration = CommandConfiguration(
            commandName: "export", abstract: "Write a playlist to a file: M3U (.m3u8) or XSPF (.xspf).")

        @OptionGroup var global: GlobalOptions

        @Argument(help: "The playlist's name, a part of it, or the first characters of its id.")
        var name: String

        @Argument(help: "The file’s path.", completion: .file())
        var file: String

        @Flag(name: .shortAndLong, help: "Replace an existing file.")
        var force = false

        /// `library` is the path of the library, which must not be overwritten.
        typealias Dependencies = (
            playlists: PlaylistsDataSource, editor: PlaylistEditorDataSource, library: String,
            document: MakePlaylistDocument
        )

        static func dependencies(_ application: FermataApplication) -> Dependencies {
            (
                application.playlists, application.playlistEditor, application.settings.library,
                application.playlistDocument
            )
        }

        private var format: PlaylistFileFormat? {
            let ending = URL(filePath: file).pathExtension.lowercased()
            return ending == "m3u" ? .m3u8 : PlaylistFileFormat(rawValue: ending)
        }

        func validate() throws {
            if format == nil {
                throw ValidationError("The format of “\(file)” is unknown. End its name in .m3u8 or .xspf.")
            }
        }

        func run(_ dependencies: Dependencies, on console: Console) async throws {
            let (playlists, editor, library, document) = dependencies
            let target = ExportFile(path: file)
            if target.isSameFile(as: library) { throw PlaylistDocumentError.cannotWrite(path: file, .isLibrary) }
            if !force, target.replacesFile { throw PlaylistDocumentError.cannotWrite(path: file, .exists) }
            let playlist = try await playlists.find(name)
            console.note(try await editor.export(playlist, to: document(file, format ?? .m3u8), path: file))
        }
    }
}
