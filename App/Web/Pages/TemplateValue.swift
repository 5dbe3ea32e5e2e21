import Mustache

/// What stands under a name that a template uses.
enum TemplateValue: Sendable {
    /// Text from wherever: it is made safe on its way to the template. Empty, it is nothing.
    case text(String)
    case flag(Bool)
    case list([TemplateValue])
    case values(TemplateValues)
    case nothing

    /// A value as text; nothing where there is none.
    init(_ value: (some CustomStringConvertible)?) {
        self = value.map { .text($0.description) } ?? .nothing
    }

    /// What the template is handed.
    fileprivate var content: Any {
        switch self {
        case .text(let text): text.isEmpty ? Nothing() : WebText(text).text
        case .flag(let isSet): isSet
        case .list(let values): values.map(\.content)
        case .values(let values): values
        case .nothing: Nothing()
        }
    }

    /// Ends the search for a name, which would go on in what is around.
    private struct Nothing: MustacheCustomRenderable {
        let renderText = ""
        let isNull = true
    }
}

/// The names that a template uses, and what stands under them.
struct TemplateValues: Sendable, MustacheParent, ExpressibleByDictionaryLiteral {
    private var named: [String: TemplateValue]

    init(dictionaryLiteral elements: (String, TemplateValue)...) {
        named = Dictionary(uniqueKeysWithValues: elements)
    }

    func child(named name: String) -> Any? { named[name]?.content }

    /// With further names; where both have one, the new value holds.
    func merging(_ others: TemplateValues) -> TemplateValues {
        var merged = self
        merged.named.merge(others.named) { $1 }
        return merged
    }
}
