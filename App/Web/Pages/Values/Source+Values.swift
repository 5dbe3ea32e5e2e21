import FermataPresentation

extension SourcesPageModel {
    /// The values of the page’s template.
    var values: TemplateValues {
        [
            "hasRows": .flag(!rows.isEmpty), "rows": .list(rows.map { .values($0.values) }),
            "emptyText": .text(emptyText), "form": .values(form.values),
        ]
    }
}

extension SourcePageRow {
    fileprivate var values: TemplateValues {
        [
            "key": .text(key), "label": .text(accessibilityLabel), "title": .text(title), "sourceTitle": .text(title),
            "address": TemplateValue(address), "placeText": .text(placeText), "detailText": .text(detailText),
            "stateText": .text(stateText), "isProblem": .flag(isProblem), "sync": .values(sync.values),
        ]
    }
}

extension SourcePageModel {
    /// The values of the page’s template.
    var values: TemplateValues {
        [
            "key": .text(key), "sync": .values(sync.values), "removalQuestion": .text(removalQuestion),
            "removals": .list(removals.map { .values($0.values) }), "form": .values(form.values),
            "lines": .list(lines.map { .values(["label": .text($0.label), "text": .text($0.text)]) }),
        ]
    }
}

extension SourceFormModel {
    fileprivate var values: TemplateValues {
        [
            "title": .text(title), "buttonTitle": .text(buttonTitle), "method": .text(isNew ? "POST" : "PATCH"),
            "target": TemplateValue(target), "next": TemplateValue(next), "hint": .text(hint),
            "fields": .list(
                fields.map { field in
                    .values([
                        "key": .text(field.key), "label": .text(field.label), "text": .text(field.text),
                        "isRequired": .flag(field.isRequired), "isSecret": .flag(field.isSecret),
                    ])
                }),
        ]
    }
}
