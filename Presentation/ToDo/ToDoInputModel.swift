public import FermataDomain

/// The input screen of a to-do: the texts of its fields and their problems.
public struct ToDoInputModel: Equatable, Sendable {
    public enum Field: CaseIterable, Sendable {
        case title, description, date, place, address
    }

    /// Longer than any address is.
    private static let addressLimit = 1_000
    public var title: String
    public var description: String
    /// A date in the locale's format or in ISO 8601, with or without a time; blank for no date.
    public var date: String
    public var place: String
    public var address: String
    private let style: DateStyle

    public init(
        title: String = "", description: String = "", date: String = "", place: String = "", address: String = "",
        style: DateStyle
    ) {
        self.title = title
        self.description = description
        self.date = date
        self.place = place
        self.address = address
        self.style = style
    }

    /// The problem of a field in one sentence; nil if there is none.
    public func problem(of field: Field) -> String? {
        switch field {
        case .title: title.onOneLine.isEmpty ? "A to-do needs a title." : nil
        case .date: if case .failure(let problem) = timestamp { problem.text } else { nil }
        case .address:
            address.unicodeScalars.count > Self.addressLimit
                ? "An address has \(CountText.grouped(Self.addressLimit)) characters at the most." : nil
        case .description, .place: nil
        }
    }

    /// The first problem that keeps it from being saved.
    public var firstProblem: ToDoInputProblem? {
        Field.allCases.lazy.compactMap { field in
            problem(of: field).map { ToDoInputProblem(field: field, text: $0) }
        }.first
    }

    /// The date as understood: `Thursday, December 24, 2026`; empty without a date.
    public var dateText: String {
        if case .success(let timestamp?) = timestamp { style.fullText(timestamp) } else { "" }
    }

    /// A date in the user's format: `12/24/2026`.
    public var dateExample: String { Day(year: 2026, month: 12, day: 24).map { style.dateText(.day($0)) } ?? "" }

    /// The to-do to save. Throws the first problem.
    public func draft(about subject: ToDoSubject? = nil) throws(ToDoInputProblem) -> ToDoDraft {
        if let firstProblem { throw firstProblem }
        guard case .success(let timestamp) = timestamp else {
            throw ToDoInputProblem(field: .date, text: problem(of: .date) ?? "")
        }
        return ToDoDraft(
            title: title.trimmed, description: description, timestamp: timestamp, place: place.trimmed,
            address: address.trimmed, subject: subject)
    }

    private var timestamp: Result<Timestamp?, DateProblem> {
        if date.onOneLine.isEmpty { return .success(nil) }
        do throws(DateProblem) { return .success(try DateReader(style).read(date)) } catch { return .failure(error) }
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
            .invalidInput, text, hint: audience == .user ? "Nothing was added." : nil, field: field.key)
    }
}

extension ToDoInputModel.Field {
    /// The key of the field in JSON.
    fileprivate var key: String {
        switch self {
        case .title: "title"
        case .description: "description"
        case .date: "due"
        case .place: "place"
        case .address: "address"
        }
    }
}
