import FermataPresentation

extension FormModel {
    func html(below root: HTML) -> HTML {
        let then: HTML? = next.map { " data-then=\"\(root)\($0)\"" }
        return """
            <section class="add action" aria-labelledby="\(subject)-form-title">
            <h2 id="\(subject)-form-title">\(title)</h2>
            <form method="post" data-method="\(isNew ? "POST" : "PATCH")" data-address="\(root)\(target)"\(then)>
            \(HTML(fields.map { $0.html(subject) }))<p id="\(subject)-hint" class="hint">\(hint)</p>
            <p><button type="submit">\(buttonTitle)</button></p>
            </form>
            </section>

            """
    }
}

extension FormModel.Field {
    fileprivate func html(_ subject: String) -> HTML {
        "<p><label for=\"\(subject)-\(key)\">\(label)</label>\(choices.isEmpty ? input(subject) : select(subject))</p>\n"
    }

    private func input(_ subject: String) -> HTML {
        """
        <input id="\(subject)-\(key)" name="\(key)"\
        \(HTML.attribute("type", isSecret ? "password" : nil)) value="\(text)"\(isRequired ? " required" : nil) \
        maxlength="2000" dir="auto" autocomplete="\(isSecret ? "new-password" : "off")" spellcheck="false" \
        aria-describedby="\(subject)-hint">
        """
    }

    private func select(_ subject: String) -> HTML {
        let options = choices.map { choice in
            let selected: HTML? = choice.value == text ? " selected" : nil
            return "<option value=\"\(choice.value)\"\(selected)>\(choice.text)</option>" as HTML
        }
        return """
            <select id="\(subject)-\(key)" name="\(key)" aria-describedby="\(subject)-hint">\(HTML(options))</select>
            """
    }
}
