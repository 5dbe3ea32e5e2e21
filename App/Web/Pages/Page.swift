import FermataPresentation

/// A page before it is drawn: what it shows, and by which template.
struct Page {
    let title: String
    var place: NavigationModel.Place?
    var search = SearchModel.music
    var countText = ""
    /// The template of what is drawn anew when something changes.
    let content: Templates.Name
    /// The template of the whole page, which holds the content.
    var frame = Templates.Name.page
    let values: TemplateValues
}
