/// The content of a theme file: colours and keys of the TUI.
///
/// Each line is a setting: `theme = night`, `colour.mark = bold #c88214`, `key.play = p Space`. Lines that begin with `#`
/// are comments. A line with an error is ignored and reported.
package struct ThemeFile: Sendable {
    /// The largest number of bytes of the file.
    package static let limit = 65_536
    package private(set) var theme = TUITheme.standard
    package private(set) var keys = TUIKeyMap()
    /// A sentence for each line with an error: `Line 3: “purpel” is no colour.`
    package private(set) var problems: [String] = []

    /// The defaults.
    package init() {}

    package init(_ text: String) {
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated()
            .map { (number: $0 + 1, text: $1.trimmed) }
            .filter { !$0.text.isEmpty && !$0.text.hasPrefix("#") }
        // Other lines change the theme, wherever it is named.
        for line in lines where Self.setting(line.text)?.key == "theme" { apply(line.text, line: line.number) }
        for line in lines where Self.setting(line.text)?.key != "theme" { apply(line.text, line: line.number) }
    }

    /// A file that cannot be read: the defaults and the reason.
    package init(problem: String) { problems = [problem] }

    /// How many problems the message names.
    private static let shownProblems = 3

    /// The first problems in one message; nil without any.
    package var notice: String? {
        if problems.isEmpty { return nil }
        let more = problems.count - Self.shownProblems
        let rest =
            more > 0 ? " " + CountText(more, "more line has an error.", plural: "more lines have errors.").text : ""
        return "The theme file: " + problems.prefix(Self.shownProblems).joined(separator: " ") + rest
    }

    private mutating func apply(_ text: String, line: Int) {
        do throws(ThemeError) {
            guard let (key, value) = Self.setting(text) else { throw .noSetting(text) }
            let parts = key.split(separator: ".", maxSplits: 1).map(String.init)
            switch (parts.first, parts.count) {
            case ("theme", 1): try setTheme(value)
            case ("colour", 2), ("color", 2): try setColour(parts[1], value)
            case ("key", 2): try setKeys(parts[1], value)
            default: throw .unknown(key, "theme, colour.NAME or key.NAME")
            }
        } catch {
            problems.append("Line \(line): \(error.text)")
        }
    }

    private static func setting(_ line: String) -> (key: String, value: String)? {
        guard let sign = line.firstIndex(of: "=") else { return nil }
        return (line[..<sign].trimmed.lowercased(), line[line.index(after: sign)...].trimmed)
    }

    private mutating func setTheme(_ name: String) throws(ThemeError) {
        guard let theme = TUITheme.all.first(where: { $0.name == name.lowercased() }) else {
            throw .unknown(name, TUITheme.all.map(\.name).joined(separator: ", "))
        }
        self.theme = theme
    }

    private mutating func setColour(_ name: String, _ value: String) throws(ThemeError) {
        guard let role = TextRole(rawValue: name) else {
            throw .unknown(name, TextRole.allCases.map(\.rawValue).joined(separator: ", "))
        }
        var (style, isBackground) = (TextStyle(), false)
        for word in value.split(whereSeparator: \.isWhitespace).map({ $0.lowercased() }) {
            switch word {
            case "bold": style.isBold = true
            case "dim": style.isDim = true
            case "reverse": style.isReversed = true
            case "on": isBackground = true
            default:
                guard let colour = TextColour(word) else { throw .noColour(word) }
                if isBackground { style.background = colour } else { style.colour = colour }
            }
        }
        theme[role] = style
    }

    private mutating func setKeys(_ name: String, _ value: String) throws(ThemeError) {
        guard let intent = TUIIntent(name: name) else {
            throw .noAction(name)
        }
        let names = value.split(whereSeparator: \.isWhitespace).map(String.init)
        if names.isEmpty { throw .noKey("") }
        var keys: [TUIKey] = []
        for name in names {
            guard let key = TUIKey(name: name) else { throw .noKey(name) }
            keys.append(key)
        }
        if let fixed = keys.first(where: TUIKeyMap.isFixed) { throw .fixedKey(fixed.name) }
        self.keys.set(keys, for: intent)
    }
}

/// An error in a line of a theme file.
private enum ThemeError: Error {
    case noSetting(String)
    case unknown(String, String)
    case noAction(String)
    case noColour(String)
    case noKey(String)
    case fixedKey(String)

    var text: String {
        switch self {
        case .noSetting(let text): "“\(text.onOneLine.prefix(40))” has no “=”."
        case .unknown(let name, let known): "“\(name.onOneLine.prefix(40))” is unknown. Use \(known)."
        case .noAction(let name):
            "“\(name.onOneLine.prefix(40))” is no action. The guide “The terminal user interface” lists them."
        case .noColour(let word):
            "“\(word.onOneLine.prefix(40))” is no colour. Use a name such as red, a number up to 255, or #rrggbb."
        case .noKey(let name):
            "“\(name.onOneLine.prefix(40))” is no key. Use a character, or a name such as Enter or Ctrl-P."
        case .fixedKey(let name): "\(name) cannot be changed."
        }
    }
}

extension Substring {
    fileprivate var trimmed: String { String(self).trimmed }
}
