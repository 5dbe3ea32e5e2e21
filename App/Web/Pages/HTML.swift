package import FermataPresentation

/// Markup of a page: literals are markup, and interpolated text is escaped.
package struct HTML: Sendable, ExpressibleByStringInterpolation {
    package private(set) var markup: String

    package init(stringLiteral markup: String) {
        self.markup = markup
    }

    package init(stringInterpolation: StringInterpolation) {
        markup = stringInterpolation.markup
    }

    /// The markup of several parts in sequence.
    package init(_ parts: some Sequence<HTML>) {
        markup = ""
        for part in parts { markup += part.markup }
    }

    package struct StringInterpolation: StringInterpolationProtocol {
        private static let usualLength = 32
        fileprivate var markup = ""

        package init(literalCapacity: Int, interpolationCount: Int) {
            markup.reserveCapacity(literalCapacity + interpolationCount * Self.usualLength)
        }

        package mutating func appendLiteral(_ literal: String) { markup += literal }

        /// Appends text of any origin, made safe and escaped.
        package mutating func appendInterpolation(_ text: String) { markup += WebText(text).escaped }

        package mutating func appendInterpolation(_ value: some BinaryInteger) { markup += value.description }
        package mutating func appendInterpolation(_ flag: Bool) { markup += flag ? "true" : "false" }
        package mutating func appendInterpolation(_ address: PageAddress) { appendInterpolation(address.description) }

        /// Appends markup as it is; nothing for nil.
        package mutating func appendInterpolation(_ html: HTML?) {
            if let html { markup += html.markup }
        }
    }
}

extension HTML {
    /// A link; the text alone without an address.
    static func link(_ text: String, to address: PageAddress?, below root: HTML) -> HTML {
        address.map { "<a href=\"\(root)\($0)\">\(text)</a>" } ?? "\(text)"
    }

    /// An attribute with a space before it; nil without a value.
    static func attribute(_ name: HTML, _ value: (some CustomStringConvertible)?) -> HTML? {
        value.map { " \(name)=\"\($0.description)\"" }
    }

    /// The attributes of an element that contains a name or title: its direction, and its language if that is known.
    ///
    /// `context` are the texts beside it, such as the artist and the album of a song.
    static func language(of text: String, among context: [String] = []) -> HTML {
        " dir=\"auto\"\(attribute("lang", TextLanguage(of: text, among: context)?.rawValue))"
    }

    /// A button that sends an API request.
    ///
    /// `style` is its classes, `then` the path that follows, `done` the message there, and `label` replaces the title
    /// for screen readers. `isPressed` makes it a toggle.
    static func button(
        _ action: ActionModel, style: HTML = "action", then: HTML? = nil, done: String? = nil, label: String? = nil,
        isPressed: Bool? = nil, below root: HTML
    ) -> HTML {
        let then: HTML? = then.map { " data-then=\"\(root)\($0)\"" }
        let body: HTML? = action.body.map { " data-body=\"\($0)\"" }
        return """
            <button type="button" class="\(style)" data-part="\(action.part.name)" \
            data-method="\(action.method.rawValue)" data-address="\(root)\(action.address)"\(then)\(body)\
            \(done.map { " data-done=\"\($0)\"" as HTML })\(attribute("aria-label", label))\
            \(attribute("aria-pressed", isPressed))>\(action.title)</button>
            """
    }
}

extension HTML {
    /// A cover, of which the browser chooses a size. `width` is how wide the page shows it, as in the attribute `sizes`.
    static func artwork(_ model: ArtworkModel, width: HTML, isLazy: Bool = true, below root: HTML) -> HTML {
        let sources = model.sources.map { "\(root)\($0.address) \($0.width)w" as HTML }
        let set: HTML? =
            sources.isEmpty
            ? nil : " srcset=\"\(sources[0])\(HTML(sources.dropFirst().map { ", \($0)" }))\" sizes=\"\(width)\""
        let loading: HTML? = isLazy ? " loading=\"lazy\"" : nil
        return """
            <img class="cover" src="\(root)\(model.address(.tile))"\(set) data-tint="\(model.tint)" alt=""\(loading) \
            decoding="async">
            """
    }

    /// A list of rows without artwork, which is read as a whole.
    static func plainRows(_ rows: [HTML], countText: String, emptyText: String) -> HTML {
        if rows.isEmpty { return "<p class=\"empty\" data-count=\"\(countText)\">\(emptyText)</p>\n" }
        return """
            <ul class="source-rows" data-count="\(countText)">
            \(HTML(rows))</ul>

            """
    }

    /// The five buttons of a rating.
    static func rating(_ stars: [RatingButtonModel], below root: HTML) -> HTML {
        let buttons = stars.map { button($0.action, label: $0.label, isPressed: $0.isPressed, below: root) }
        return "<span class=\"rating\" role=\"group\" aria-label=\"\(PlayerBarModel.rating)\">\(HTML(buttons))</span>"
    }

    /// A button that adds a song, or the songs of a list, to the queue of the page, and shows a message after that. An
    /// icon replaces its title; `swipe` is the movement of a finger that does the same.
    static func queueButton(
        _ title: String, part: HTML, _ list: HTML? = nil, icon: HTML? = nil, of song: String = "", swipe: String? = nil
    ) -> HTML {
        let done = part.markup == "add" ? PlayerBarModel.added : PlayerBarModel.playsNext
        let label: HTML? = icon.map { _ in " title=\"\(title)\" aria-label=\"\(title): \(song)\"" }
        let content =
            icon.map { "<svg class=\"line-icon\" aria-hidden=\"true\"><use href=\"#icon-\($0)\"/></svg>" as HTML }
            ?? "\(title)"
        return """
            <button type="button" class="action" data-part="\(part)"\(list) data-done="\(done)"\
            \(attribute("data-swipe", swipe))\(label)>\(content)</button>
            """
    }
}

/// Text made safe for a page, and escaped.
///
/// Controls are shown as symbols. If a combining mark or a prepended scalar joins one of `<`, `>`, `&` and quotes to a
/// longer character, this removes the joined scalars.
package struct WebText {
    package let text: String

    package init(_ raw: String) {
        let safe = SafeText(raw).text
        text = safe.utf8.contains(where: Self.isMarkup) && !Self.isASCII(safe) ? Self.separatingMarkup(in: safe) : safe
    }

    /// The text with the characters of markup escaped.
    package var escaped: String {
        guard text.utf8.contains(where: Self.isMarkup) else { return text }
        var escaped = ""
        escaped.reserveCapacity(2 * text.utf8.count)
        for scalar in text.unicodeScalars {
            switch scalar {
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "&": escaped += "&amp;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }

    private static func separatingMarkup(in safe: String) -> String {
        var text = String.UnicodeScalarView()
        for character in safe {
            let markup = character.unicodeScalars.first { $0.isASCII && isMarkup(UInt8($0.value)) }
            if let markup { text.append(markup) } else { text.append(contentsOf: character.unicodeScalars) }
        }
        return String(text)
    }

    private static func isASCII(_ text: String) -> Bool { text.utf8.allSatisfy { $0 < 0x80 } }

    private static func isMarkup(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "&"), UInt8(ascii: "\""), UInt8(ascii: "'"): true
        default: false
        }
    }
}
