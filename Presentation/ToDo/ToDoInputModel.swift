public import FermataDomain
import Foundation

/// The input screen of a to-do: the texts of its fields and their problems.
public struct ToDoInputModel: Equatable, Sendable {
    /// A field of the screen, in the order of the form. Its raw value is its key in JSON.
    public enum Field: String, CaseIterable, Sendable {
        case title, description
        case date = "due"
        case place, address

        fileprivate var path: WritableKeyPath<ToDoInputModel, String> {
            switch self {
            case .title: \.title
            case .description: \.description
            case .date: \.date
            case .place: \.place
            case .address: \.address
            }
        }
    }

    /// Longer than any address.
    private static let addressLimit = 1_000
    public var title: String
    public var description: String
    /// A date in the locale's format, in ISO 8601 or relative to today, with or without a time; blank for no date.
    public var date: String
    public var place: String
    public var address: String
    private let style: DateStyle
    private let today: Day?
    /// The texts of the to-do that is edited; nil for a new one.
    private var original: [Field: String]?

    /// `today` is the day that `tomorrow` and `+3d` start from; without it, they are not dates.
    public init(
        title: String = "", description: String = "", date: String = "", place: String = "", address: String = "",
        style: DateStyle, today: Day?
    ) {
        self.title = title
        self.description = description
        self.date = date
        self.place = place
        self.address = address
        self.style = style
        self.today = today
    }

    /// Creates an input with the values of an existing to-do.
    public init(editing toDo: ToDo, style: DateStyle, today: Day?) {
        let item = toDo.item
        self.init(
            title: item.title, description: item.description, date: item.timestamp.map(style.shortText) ?? "",
            place: item.location?.name ?? "", address: item.location?.address ?? "", style: style, today: today)
        original = texts
    }

    /// The text of a field.
    public subscript(field: Field) -> String {
        get { self[keyPath: field.path] }
        set { self[keyPath: field.path] = newValue }
    }

    /// Whether any text differs from the to-do that is edited; for a new to-do, whether there is any text.
    public var isChanged: Bool { Field.allCases.contains(where: isChanged) }

    private func isChanged(_ field: Field) -> Bool { self[field] != original?[field] ?? "" }

    /// The problem of a field in one sentence; nil if there is none.
    public func problem(of field: Field) -> String? {
        switch field {
        case .title: title.onOneLine.isEmpty ? "A to-do needs a title." : nil
        case .date where date == original?[.date]: nil
        case .date: if case .failure(let problem) = timestamp { problem.text } else { nil }
        case .address where address == original?[.address]: nil
        case .address:
            address.unicodeScalars.count > Self.addressLimit
                ? "An address has \(CountText.grouped(Self.addressLimit)) characters at the most." : nil
        case .description, .place: nil
        }
    }

    /// The first problem that prevents saving.
    public var firstProblem: ToDoInputProblem? {
        Field.allCases.lazy.compactMap { field in
            problem(of: field).map { ToDoInputProblem(field: field, text: $0) }
        }.first
    }

    /// The date as understood: `Thursday, December 24, 2026`; empty without a date.
    public var dateText: String {
        if case .success(let timestamp?) = timestamp { style.fullText(timestamp) } else { "" }
    }

    /// The day and the time as the pickers of a page have them: `2026-12-24` and `19:30`, empty if there is none.
    public var pickerTexts: (day: String, time: String) {
        guard case .success(let timestamp?) = timestamp else { return ("", "") }
        let local = timestamp.localSeconds(in: style.calendar.timeZone)
        let day = Day(number: Int((Double(local) / 86_400).rounded(.down)))
        guard let day, case .moment = timestamp else { return (day?.description ?? "", "") }
        let minutes = (local - day.number * 86_400) / 60
        return (day.description, "\((minutes / 60).padded(to: 2)):\((minutes % 60).padded(to: 2))")
    }

    /// The to-do to save. Throws the first problem.
    public func draft(about subject: ToDoSubject? = nil) throws(ToDoInputProblem) -> ToDoDraft {
        if let firstProblem { throw firstProblem }
        // An unchanged date needs no reading; a change of it was read for `firstProblem`.
        let timestamp = try? timestamp.get()
        return ToDoDraft(
            title: title.trimmed, description: description, timestamp: timestamp, place: place.trimmed,
            address: address.trimmed, subject: subject)
    }

    /// The changes to save: the values that differ from the to-do that is edited, and the subject if it is given.
    ///
    /// Throws the first problem.
    public func edit(about subject: ToDoSubject?? = nil) throws(ToDoInputProblem) -> ToDoEdit {
        let draft = try draft()
        return ToDoEdit(
            title: isChanged(.title) ? draft.title : nil,
            description: isChanged(.description) ? draft.description : nil,
            timestamp: isChanged(.date) ? .some(draft.timestamp) : nil,
            place: isChanged(.place) ? draft.place : nil, address: isChanged(.address) ? draft.address : nil,
            subject: subject)
    }

    /// The input with the same texts, for further changes of the to-do that was stored from it.
    ///
    /// A text is unchanged if its value is stored, or if it was unchanged before.
    public func saved(as toDo: ToDo) -> ToDoInputModel {
        guard let changes = try? edit() else { return self }
        var stored = ToDoInputModel(editing: toDo, style: style, today: today)
        let timestamp: DueDate? = changes.timestamp ?? toDo.item.timestamp
        // The address is stored as the name of a place without one.
        let name = changes.place == "" ? stored.address : changes.place
        if changes.title ?? stored.title == stored.title { stored.title = title }
        if changes.description ?? stored.description == stored.description { stored.description = description }
        if timestamp == toDo.item.timestamp { stored.date = date }
        if name ?? stored.place == stored.place { stored.place = place }
        if changes.address ?? stored.address == stored.address { stored.address = address }
        var input = self
        input.original = stored.texts
        return input
    }

    private var texts: [Field: String] {
        Dictionary(uniqueKeysWithValues: Field.allCases.map { ($0, self[$0]) })
    }

    private var timestamp: Result<DueDate?, DateProblem> {
        if date.onOneLine.isEmpty { return .success(nil) }
        let reader = DateReader(text: date, style: style, today: today)
        return Result { () throws(DateProblem) -> DueDate? in try reader.read() }
    }
}

/// An input that cannot be saved.
public struct ToDoInputProblem: ProblemConvertible, Equatable, Sendable {
    public let field: ToDoInputModel.Field
    /// The problem in one sentence.
    public let text: String

    public init(field: ToDoInputModel.Field, text: String) {
        self.field = field
        self.text = text
    }

    public func problem(for audience: ProblemModel.Audience) -> ProblemModel {
        ProblemModel(
            .invalidInput, text, hint: audience == .user ? "Nothing was saved." : nil, field: field.rawValue)
    }
}
