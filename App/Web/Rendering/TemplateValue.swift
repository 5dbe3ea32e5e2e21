import Mustache

/// A value that a template uses by name.
enum TemplateValue: Sendable {
    /// Text of any origin, made safe when the template reads it. Empty text counts as no value.
    case text(String)
    /// Markup, for `{{{name}}}` only: `{{name}}` escapes it.
    case html(HTML)
    case flag(Bool)
    case list([TemplateValue])
    case values(TemplateValues)
    case nothing

    /// A value as text; `nothing` if it is nil.
    init(_ value: (some CustomStringConvertible)?) {
        self = value.map { .text($0.description) } ?? .nothing
    }

    /// The value as the template library expects it.
    fileprivate var content: Any {
        switch self {
        case .text(let text): text.isEmpty ? Nothing() : WebText(text).text
        case .html(let html): html.markup
        case .flag(let isSet): isSet
        case .list(let values): values.map(\.content)
        case .values(let values): values
        case .nothing: Nothing()
        }
    }

    /// Stops the template library from searching the enclosing contexts for the name.
    private struct Nothing: MustacheCustomRenderable {
        let renderText = ""
        let isNull = true
    }
}

/// The values of a template by name.
struct TemplateValues: Sendable, MustacheParent, ExpressibleByDictionaryLiteral {
    private var named: [String: TemplateValue]

    init(dictionaryLiteral elements: (String, TemplateValue)...) {
        named = Dictionary(uniqueKeysWithValues: elements)
    }

    init(_ named: [String: TemplateValue]) {
        self.named = named
    }

    func child(named name: String) -> Any? { named[name]?.content }

    /// Adds values, which replace those with the same name.
    func merging(_ others: TemplateValues) -> TemplateValues {
        var merged = self
        merged.named.merge(others.named) { $1 }
        return merged
    }
}
