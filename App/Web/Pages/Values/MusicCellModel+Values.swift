import FermataDomain
import FermataPresentation

extension MusicCellModel {
    /// What the row’s template shows.
    var values: TemplateValues {
        let actions = actions.models(of: id)
        return [
            "cell": .text("cell"), "key": TemplateValue(id), "label": .text(accessibilityLabel),
            "address": TemplateValue(PageAddress.music(id)), "artwork": TemplateValue(PageAddress.artwork(id)),
            "title": .text(title), "name": .text(title), "subtitle": .text(artist),
            "subtitleAddress": TemplateValue(artistAddress),
            "artistAddress": TemplateValue(artistAddress), "album": .text(album), "duration": .text(durationText),
            "isBookmarked": .flag(isBookmarked), "isDownloaded": .flag(isDownloaded), "isExplicit": .flag(isExplicit),
            "download": .nothing, "fraction": .nothing, "isProblem": .flag(false), "row": .text("music"),
            "star": actions.star.map { .values($0.values) } ?? .nothing,
            "actions": .list(actions.all.map { .values($0.values) }),
        ]
    }
}

extension TrackCellModel {
    /// What the row’s template shows.
    var values: TemplateValues {
        let actions = actions.models(of: id)
        return [
            "cell": .text("cell"), "key": TemplateValue(id), "label": .text(accessibilityLabel),
            "address": TemplateValue(PageAddress.music(id)), "artwork": TemplateValue(PageAddress.artwork(id)),
            "title": .text(title), "name": .text(title), "subtitle": .text(album), "subtitleAddress": .nothing,
            "artistAddress": .nothing,
            "album": .nothing, "duration": .text(durationText),
            "isBookmarked": .flag(isBookmarked), "isDownloaded": .flag(isDownloaded), "isExplicit": .flag(isExplicit),
            "download": .text(isDownloaded ? "" : downloadText), "fraction": .nothing, "isProblem": .flag(false),
            "row": .text("track"),
            "star": actions.star.map { .values($0.values) } ?? .nothing,
            "actions": .list(actions.all.map { .values($0.values) }),
        ]
    }
}

extension DownloadCellModel {
    /// What the row’s template shows.
    var values: TemplateValues {
        [
            "cell": .text("cell"), "key": TemplateValue(id), "label": .text(accessibilityLabel),
            "address": TemplateValue(PageAddress.music(id)), "artwork": TemplateValue(PageAddress.artwork(id)),
            "title": .text(title), "name": .text(title), "subtitle": .text(artist),
            "subtitleAddress": TemplateValue(artistAddress),
            "artistAddress": TemplateValue(artistAddress), "album": .text(sizeText), "duration": .nothing,
            "isBookmarked": .flag(false), "isDownloaded": .flag(false), "isExplicit": .flag(false),
            "download": .text(stateText), "fraction": isUnderWay ? TemplateValue(fraction) : .nothing,
            "isProblem": .flag(isProblem), "row": .nothing, "star": .nothing,
            "actions": .list(actions.models(of: id).all.map { .values($0.values) }),
        ]
    }
}
