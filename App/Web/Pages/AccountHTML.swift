import FermataPresentation

extension AccountsPageModel {
    /// The content of the page of accounts.
    func html(below root: HTML) -> HTML {
        HTML.plainRows(rows.map { $0.rowHTML(below: root) }, countText: countText, emptyText: emptyText)
    }
}

extension AccountPageModel {
    fileprivate func rowHTML(below root: HTML) -> HTML {
        """
        <li class="source" data-key="\(key)" aria-label="\(accessibilityLabel)">
        <div>
        <p class="title" dir="auto"><a href="\(root)\(address)">\(title)</a></p>
        <p class="detail"><span>\(detailText)</span></p>
        </div>
        </li>

        """
    }

    /// The content of the account's page.
    func html(below root: HTML) -> HTML {
        """
        <article class="detail-screen" data-key="\(key)">
        <form class="buttons" method="post" action="\(root)\(newKey.address)">
        <button class="action">\(newKey.title)</button>
        \(keyRemoval.map { HTML.button($0, below: root) })\(removal.map { question($0, below: root) })
        </form>
        <dl>
        \(HTML(lines.map { $0.html(below: root) }))</dl>
        <p><a href="\(root)\(PageAddress.accounts)">All accounts</a></p>
        </article>

        """
    }

    private func question(_ removal: ActionModel, below root: HTML) -> HTML {
        """
        <button type="button" class="action" data-part="more" popovertarget="removal">\(removal.title)…</button>
        <div class="menu question" id="removal" popover>
        <p>\(removalQuestion)</p>
        <ul><li>\(HTML.button(removal, then: "/accounts", below: root))</li></ul>
        </div>
        """
    }
}

extension NewKeyPageModel {
    /// The content of the page, which is not loaded again.
    func html(below root: HTML) -> HTML {
        """
        <article class="detail-screen not-shown">
        <p><code class="secret">\(key)</code></p>
        <p>\(text)</p>
        <p><a href="\(root)\(link.address)">\(link.title)</a></p>
        </article>

        """
    }
}
