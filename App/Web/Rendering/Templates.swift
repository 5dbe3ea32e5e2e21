import Mustache

/// The parsed templates of the pages, which are embedded in the program.
struct Templates: Sendable {
    /// The names by which templates include each other.
    enum Name: String, CaseIterable {
        case layout, page, list, rows, choices, paging, detail, lyrics, toDosPage, toDos, toDoPage, toDo, toDoForm, maps
        case sourcesPage, sources, sourcePage, source, sourceForm
        case problem, player

        fileprivate var bytes: [UInt8] {
            switch self {
            case .layout: PackageResources.layout_mustache
            case .page: PackageResources.page_mustache
            case .list: PackageResources.list_mustache
            case .rows: PackageResources.rows_mustache
            case .choices: PackageResources.choices_mustache
            case .paging: PackageResources.paging_mustache
            case .detail: PackageResources.detail_mustache
            case .lyrics: PackageResources.lyrics_mustache
            case .toDosPage: PackageResources.toDosPage_mustache
            case .toDos: PackageResources.toDos_mustache
            case .toDo: PackageResources.toDo_mustache
            case .toDoPage: PackageResources.toDoPage_mustache
            case .toDoForm: PackageResources.toDoForm_mustache
            case .maps: PackageResources.maps_mustache
            case .sourcesPage: PackageResources.sourcesPage_mustache
            case .sources: PackageResources.sources_mustache
            case .sourcePage: PackageResources.sourcePage_mustache
            case .source: PackageResources.source_mustache
            case .sourceForm: PackageResources.sourceForm_mustache
            case .problem: PackageResources.problem_mustache
            case .player: PackageResources.player_mustache
            }
        }
    }

    private let library: MustacheLibrary

    /// Throws if a template cannot be parsed.
    init() throws {
        var library = MustacheLibrary()
        for name in Name.allCases {
            try library.register(String(decoding: name.bytes, as: UTF8.self), named: name.rawValue)
        }
        self.library = library
    }

    func render(_ name: Name, _ values: TemplateValues) -> String {
        library.render(values, withTemplate: name.rawValue) ?? ""
    }
}
