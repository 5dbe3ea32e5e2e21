import FermataDomain

/// A message about the changes that wait for a source.
struct WaitingChangesText: Equatable {
    let text: String

    init(_ waiting: WaitingChanges) {
        let source = "“\(waiting.source.onOneLine)”"
        text =
            switch waiting.count {
            case 1: "1 change waits for \(source). Fermata sends it with the next sync."
            case let count?:
                "\(CountText(count, "change").text) wait for \(source). Fermata sends them with the next sync."
            case nil: "Changes wait for \(source). Fermata sends them with the next sync."
            }
    }
}
