import Mustache

/// The templates of the pages, which the program carries: parsed once.
struct Templates: Sendable {
    private let library: MustacheLibrary

    /// Throws where a template cannot be parsed.
    init() throws {
        var library = MustacheLibrary()
        for (name, bytes) in Self.files {
            try library.register(String(decoding: bytes, as: UTF8.self), named: name)
        }
        self.library = library
    }

    /// Throws `UnknownTemplate` for a name that no template has.
    func render(_ name: String, _ values: TemplateValues) throws -> String {
        guard let text = library.render(values, withTemplate: name) else { throw UnknownTemplate(name: name) }
        return text
    }

    struct UnknownTemplate: Error {
        let name: String
    }

    private static var files: [(String, [UInt8])] {
        [
            ("layout", PackageResources.layout_mustache), ("cell", PackageResources.cell_mustache),
            ("rows", PackageResources.rows_mustache), ("choices", PackageResources.choices_mustache),
            ("music", PackageResources.music_mustache), ("musicList", PackageResources.musicList_mustache),
            ("artist", PackageResources.artist_mustache), ("artistList", PackageResources.artistList_mustache),
            ("playlistCell", PackageResources.playlistCell_mustache),
            ("playlists", PackageResources.playlists_mustache),
            ("playlist", PackageResources.playlist_mustache), ("list", PackageResources.list_mustache),
            ("downloads", PackageResources.downloads_mustache), ("paging", PackageResources.paging_mustache),
            ("downloadCell", PackageResources.downloadCell_mustache),
            ("toDos", PackageResources.toDos_mustache), ("toDoList", PackageResources.toDoList_mustache),
            ("toDo", PackageResources.toDo_mustache), ("nearMap", PackageResources.nearMap_mustache),
            ("detail", PackageResources.detail_mustache), ("detailList", PackageResources.detailList_mustache),
            ("problem", PackageResources.problem_mustache),
        ]
    }
}
