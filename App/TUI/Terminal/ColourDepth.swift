/// The number of colours that a terminal supports.
package enum ColourDepth: Sendable {
    case none, sixteen, many, full

    /// Detects the colours from `TERM`, `COLORTERM` and `NO_COLOR` (https://no-color.org).
    package init(environment: [String: String]) {
        let terminal = environment["TERM"] ?? ""
        if !(environment["NO_COLOR"] ?? "").isEmpty || terminal.hasPrefix("vt") {
            self = .none
        } else if ["truecolor", "24bit"].contains(environment["COLORTERM"]) || terminal.hasSuffix("-direct") {
            self = .full
        } else {
            self = terminal.contains("256color") ? .many : .sixteen
        }
    }
}
