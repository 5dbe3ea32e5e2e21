/// The texts around the body.
extension TUIModel {
    var title: String {
        if let form { return form.input.title }
        return page.detail?.title ?? page.lyrics?.title ?? page.source.title
    }

    var status: TUIStatus {
        if let prompt { return .question(prompt.question, ending: prompt.ending + " " + prompt.keysText) }
        if let search { return .search(label: "Search: ", search) }
        if let visibleMessage {
            let text = fits(visibleMessage) ? visibleMessage.text : ""
            return .text(text, isProblem: visibleMessage.isProblem, position: position)
        }
        if let syncText { return .text(syncText, isProblem: false, position: position) }
        if page.list?.isLoaded == false || page.lyrics?.isLoaded == false {
            return .text("Loading…", isProblem: false, position: position)
        }
        return .text(freshness?.text ?? "", isProblem: freshness?.isProblem ?? false, position: position)
    }

    /// The selected row and the number of rows: `1,234 of 1,000,000`, or `1,234 of many` until they are counted.
    var position: String {
        if form != nil { return "" }
        if let detail = page.detail { return detail.position }
        if let lyrics = page.lyrics { return lyrics.position }
        guard let list = page.list, list.count > 0 else { return "" }
        return CountText.grouped(list.selection + 1) + " of " + CountText.grouped(list.total)
    }
}
