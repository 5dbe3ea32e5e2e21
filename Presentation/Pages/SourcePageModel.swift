/// The page of one source.
public struct SourcePageModel: Equatable, Sendable {
    private let row: SourceCellModel

    public init(_ row: SourceCellModel) {
        self.row = row
    }

    public var title: String { row.name }
    public var key: String { SourcePageRow(row).key }
    public var lines: [MusicDetailModel.Line] {
        SourceDetailModel(row, for: .webClient).lines.map { line in
            .init(label: line.label.firstLetterUppercased, text: line.text, address: nil)
        }
    }
    public var sync: ActionModel { .sync(row) }
    public var removalQuestion: String { SourceRemovalModel.openQuestion(row.name) }
    public var removals: [ActionModel] { ActionModel.removals(of: row) }
    public var form: SourceFormModel { SourceFormModel(row) }
}
