package import FermataPresentation

/// Markup that Swift writes: literals are markup, and interpolated text is escaped.
///
/// Rows are written this way, because a page has many of them; templates render the rest of a page.
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
