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
