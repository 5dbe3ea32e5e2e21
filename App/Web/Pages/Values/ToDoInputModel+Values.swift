import FermataPresentation

extension ToDoInputModel {
    /// The values of the form’s template; `number` is that of the to-do that the form changes.
    func formValues(editing number: Int? = nil) -> TemplateValue {
        let lines = description.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        return .values([
            "name": .text(number == nil ? "add" : "edit"), "isNew": .flag(number == nil),
            "target": .text("/api/to-dos" + (number.map { "/\($0)" } ?? "")), "what": .text(title),
            "day": .text(pickerTexts.day), "time": .text(pickerTexts.time), "place": .text(place),
            "address": .text(address),
            "description": .list(
                lines.enumerated().map { index, line in
                    .values(["text": .text(String(line)), "isFollowed": .flag(index < lines.count - 1)])
                }),
        ])
    }
}
