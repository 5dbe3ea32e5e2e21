import FermataPresentation

extension SourcesPageModel {
    /// The content of the page of sources.
    func html(below root: HTML) -> HTML {
        HTML.plainRows(rows.map { $0.rowHTML(below: root) }, countText: countText, emptyText: emptyText)
    }
}

extension SourcePageModel {
    fileprivate func rowHTML(below root: HTML) -> HTML {
        """
        <li class="source" data-key="\(key)" aria-label="\(accessibilityLabel)">
        <div>
        <p class="title" dir="auto"><a href="\(root)\(address)">\(title)</a></p>
        <p class="detail"><bdi>\(placeText)</bdi><span>\(detailText)</span></p>
        <p class="state\(isProblem ? " problem" : nil)" data-part="state" dir="auto">\(stateText)</p>
        </div>
        \(sync.map { HTML.button($0, style: "action check", label: "\($0.title) \(title)", below: root) })
        </li>

        """
    }

    /// The content of the source's page.
    func html(below root: HTML) -> HTML {
        let removals = removals.map { action in
            "<li>\(HTML.button(action, then: "/sources", below: root))</li>\n" as HTML
        }
        return """
            <article class="detail-screen" data-key="\(key)">
            <p class="buttons">
            \(sync.map { HTML.button($0, below: root) })
            <button type="button" class="action" data-part="more" popovertarget="removal">Remove…</button>
            </p>
            <div class="menu question" id="removal" popover>
            <p>\(removalQuestion)</p>
            <ul>
            \(HTML(removals))</ul>
            </div>
            <dl>
            \(HTML(lines.map { $0.html(below: root) }))</dl>
            <p><a href="\(root)/sources">All sources</a></p>
            </article>

            """
    }
}
