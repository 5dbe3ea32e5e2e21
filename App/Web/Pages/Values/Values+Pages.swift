import FermataPresentation

extension LinkModel {
    var values: TemplateValues {
        ["title": .text(title), "address": TemplateValue(address), "isCurrent": .flag(isCurrent)]
    }
}

extension SearchModel {
    var values: TemplateValues {
        [
            "label": .text(label), "address": TemplateValue(address), "text": .text(text),
            "suggestions": TemplateValue(suggestions), "keys": .list(keys.map { .values(["key": .text($0)]) }),
            "fields": .list(fields.map { .values(["key": .text($0.key), "value": .text($0.value)]) }),
        ]
    }
}

extension PagingModel {
    var values: TemplateValues {
        [
            "text": .text(text), "size": TemplateValue(size),
            "usualSize": TemplateValue(Self.pageSize), "previous": TemplateValue(previous),
            "next": TemplateValue(next),
        ]
    }
}

extension PlayerBarModel {
    var values: TemplateValues {
        TemplateValues(texts.mapValues(TemplateValue.text))
    }
}

extension ActionModel {
    var values: TemplateValues {
        [
            "title": .text(title), "part": .text(part.rawValue), "method": .text(method.rawValue),
            "address": TemplateValue(address),
        ]
    }
}

extension MusicDetailModel {
    /// The values of the screen’s template.
    var values: TemplateValues {
        [
            "download": .text(track.openDownloadText), "isProblem": .flag(track.isProblem),
            "actions": .list(track.actions.models(of: track.id).all.map { .values($0.values) }),
            "audio": TemplateValue(track.row.audio?.address),
            "playedAfter": TemplateValue(track.row.audio?.secondsUntilPlayed),
            "play": TemplateValue(PlayerBarModel().texts["play"]),
            "lyrics": TemplateValue(PageAddress.lyrics(track.id)),
            "key": TemplateValue(track.id), "artwork": TemplateValue(PageAddress.artwork(track.id)),
            "lines": .list(
                pageLines.map { line in
                    .values([
                        "label": .text(line.label), "text": .text(line.text), "address": TemplateValue(line.address),
                    ])
                }),
        ]
    }
}

extension LyricsScreen {
    /// The values of the screen’s template.
    var values: TemplateValues {
        [
            "key": TemplateValue(music.id), "playedAfter": TemplateValue(music.audio?.secondsUntilPlayed),
            "song": TemplateValue(PageAddress.music(music.id)),
            "hasLines": .flag(!isEmpty), "emptyText": .text(emptyText.web),
            "rows": .html(PageRows.mark),
        ]
    }
}

extension ProblemPageModel {
    var values: TemplateValues {
        ["text": .text(text), "candidates": .list(candidates.map { .values($0.values) })]
    }
}
