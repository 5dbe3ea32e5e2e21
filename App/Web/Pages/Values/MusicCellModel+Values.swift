import FermataDomain
import FermataPresentation

extension MusicCellModel {
    /// The values of the row’s template without those of its download.
    fileprivate var values: TemplateValues {
        let actions = actions.models(of: id)
        return [
            "cell": .text("cell"), "key": TemplateValue(id), "label": .text(accessibilityLabel),
            "address": TemplateValue(PageAddress.music(id)), "artwork": TemplateValue(artworkAddress),
            "title": .text(title), "name": .text(title), "subtitle": .text(artist),
            "subtitleAddress": TemplateValue(PageAddress.artist(artist)),
            "artistAddress": TemplateValue(PageAddress.artist(artist)), "album": .text(album),
            "duration": .text(durationText),
            "isBookmarked": .flag(isBookmarked), "isDownloaded": .flag(isDownloaded), "isExplicit": .flag(isExplicit),
            "fraction": .nothing, "row": .text("music"),
            "star": actions.star.map { .values($0.values) } ?? .nothing,
        ]
    }
}

extension TrackCellModel {
    /// The values of the row’s template among an artist’s tracks.
    var values: TemplateValues {
        musicValues.merging([
            "subtitle": .text(album), "subtitleAddress": .nothing, "artistAddress": .nothing, "album": .nothing,
            "row": .text("track"),
        ])
    }

    /// The values of the row’s template in a list of music.
    var musicValues: TemplateValues { row.values.merging(downloadValues).merging(["label": .text(accessibilityLabel)]) }

    /// The state of the download and the available actions.
    var downloadValues: TemplateValues {
        [
            "download": .text(isDownloaded ? "" : downloadText), "isProblem": .flag(isProblem),
            "actions": .list(actions.models(of: id).all.map { .values($0.values) }),
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
            "subtitleAddress": TemplateValue(PageAddress.artist(artist)),
            "artistAddress": TemplateValue(PageAddress.artist(artist)), "album": .text(sizeText), "duration": .nothing,
            "isBookmarked": .flag(false), "isDownloaded": .flag(false), "isExplicit": .flag(false),
            "download": .text(stateText), "fraction": isUnderWay ? TemplateValue(fraction) : .nothing,
            "isProblem": .flag(isProblem), "row": .nothing, "star": .nothing,
            "actions": .list(actions.models(of: id).all.map { .values($0.values) }),
        ]
    }
}
