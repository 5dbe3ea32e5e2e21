import FermataDomain

extension ActionModel {
    /// The button that syncs a source.
    public static func sync(_ row: SourceCellModel) -> ActionModel {
        ActionModel("Sync", .sync, .post, .api("/sources/\(row.name.percentEncoded)/sync"))
    }

    /// The buttons that remove a source, with or without its bookmarked songs.
    public static func removals(of row: SourceCellModel) -> [ActionModel] {
        SourceRemovalModel.choices.map { choice in
            ActionModel(
                choice.title, .remove, .delete,
                .api(ofSource: row.name).withQuery(choice.keepsBookmarked ? [("keepBookmarked", "true")] : []))
        }
    }
}

extension PageAddress {
    /// The address of requests about a source.
    public static func api(ofSource name: String) -> PageAddress { .api("/sources/" + name.percentEncoded) }

    /// The address to which the form of a new source is sent.
    static let newSource = PageAddress.api("/sources")
}
