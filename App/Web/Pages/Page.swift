import FermataPresentation

/// A page before it is rendered: its values and its templates.
struct Page {
    let title: String
    var screen: PageScreen?
    var search = SearchModel.music
    var countText = ""
    /// The template of the part that is rendered again when the library changes.
    let content: Templates.Name
    /// The template of the complete page around the content.
    var frame = Templates.Name.page
    let values: TemplateValues
    var rows = PageRows()
}

extension Page {
    /// A page of a list, with the choices of its rows and their order.
    init(
        title: String, screen: PageScreen, search: SearchModel = .music, countText: String = "",
        list: ListValues, choices: ChoiceValues? = nil
    ) {
        self.init(
            title: title, screen: screen, search: search, countText: countText, content: .list,
            values: choices.map { list.values.merging($0.values) } ?? list.values, rows: list.rows)
    }
}
