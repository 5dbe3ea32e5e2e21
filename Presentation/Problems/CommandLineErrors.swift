import FermataDomain

/// The error of an unknown command name.
public struct UnknownCommandError: ProblemConvertible {
    private let words: [String]
    private let group: [String]
    private let commands: [String]
    private let kinds: [String]

    /// `words` are the typed name and the words after it; `group` are the names before it, such as `source`; `commands`
    /// are the names that are known there; `kinds` are those of sources.
    public init(_ words: [String], in group: [String] = [], commands: [String], kinds: [String] = []) {
        (self.words, self.group, self.commands, self.kinds) = (words, group, commands, kinds)
    }

    public func problem(for audience: ProblemModel.Audience) -> ProblemModel {
        let name = (group + words.prefix(1)).joined(separator: " ")
        let meant = group.isEmpty ? command(meantBy: words) : nil
        let similar = meant ?? commands.name(similarTo: words.first ?? "").map { group + [$0] }
        let suggestion = similar.map { "Did you mean “\($0.commandLine)”? " } ?? ""
        let canBeSearch = group.isEmpty && meant?.first != "list"
        let search = canBeSearch ? "To search the library, run: \((["list"] + words).commandLine). " : ""
        let subject = group.isEmpty ? "all commands" : "the commands of \(group.joined(separator: " "))"
        return ProblemModel(
            .usage, "No command is named “\(name)”.",
            hint: "\(suggestion)\(search)To see \(subject), run: \((["help"] + group).commandLine)")
    }

    /// Returns the arguments of the command that people mean by the name that other programs have for it; nil for any
    /// other name.
    private func command(meantBy words: [String]) -> [String]? {
        guard let name = words.first?.lowercased() else { return nil }
        let others = Array(words.dropFirst())
        let search = others.isEmpty ? ["WORDS"] : others
        return switch name {
        case "search", "find", "grep", "query": ["list"] + search
        case "ls", "songs", "tracks", "music": ["list"] + others
        case "genre", "year": ["list", "\(name):" + (others.isEmpty ? "VALUE" : others.joined(separator: " "))]
        case "bookmarks", "favorites", "favourites", "starred", "stars": ["list", "--bookmarked"] + others
        case "star", "favorite", "favourite": ["bookmark"] + search
        case "unstar": ["unbookmark"] + search
        case "info", "details": ["show"] + search
        case "pause", "next", "previous", "stop", "toggle", "seek", "volume", "repeat", "shuffle", "queue", "jump",
            "clear", "status", "resume":
            ["player", name] + others
        case "prev", "back": ["player", "previous"]
        case "skip": ["player", "next"]
        case "current", "now", "playing", "nowplaying": ["player", "status"]
        case "enqueue": ["player", "add"] + search
        case "add" where isSource(others): ["source", "add"] + others
        case "add": ["player", "add"] + others
        case "sources": ["source", "list"]
        case "update", "refresh", "scan", "rescan", "pull": ["sync"] + others
        case "todos", "to-do", "tasks": ["todo"] + others
        case "settings", "preferences", "options": ["config"] + others
        case "tui", "ui", "open": ["browse"]
        case "web", "server": ["serve"]
        case "backup", "restore", "export", "repair", "check": ["library", name] + others
        default: nil
        }
    }

    /// Whether words after `add` name a source rather than songs.
    private func isSource(_ words: [String]) -> Bool {
        guard let first = words.first else { return true }
        return SourceForm.isAddress(first) || kinds.contains(first)
    }
}

extension Sequence<String> {
    /// Returns the name that a person probably meant: the first of those that differ least from the typed one, in upper
    /// or lower case, by at most two characters; nil if there is none.
    public func name(similarTo typed: String) -> String? {
        let limit = 2
        let typed = typed.lowercased()
        return filter { abs($0.count - typed.count) <= limit }
            .map { (name: $0, differences: $0.lowercased().difference(from: typed).count) }
            .filter { $0.differences <= limit }
            .min { $0.differences < $1.differences }?.name
    }
}

/// The error of an option that is typed before the command it belongs to.
public struct MisplacedOptionError: ProblemConvertible {
    private let option: String
    /// The command line with the command at its beginning.
    public let arguments: [String]

    /// Returns an error for each word of a rejected command line that may be its command.
    ///
    /// Returns none if the command line does not begin with an option.
    public static func candidates(in arguments: [String], commands: [String]) -> [MisplacedOptionError] {
        guard let option = arguments.first, option.hasPrefix("-") else { return [] }
        let places = arguments.prefix { $0 != "--" }.indices.filter { commands.contains(arguments[$0]) }
        return places.map { place in
            let words = arguments[place...].prefix { !$0.hasPrefix("-") }
            let moved = words + arguments[..<place] + arguments[words.endIndex...]
            return MisplacedOptionError(option: option, arguments: Array(moved))
        }
    }

    public func problem(for audience: ProblemModel.Audience) -> ProblemModel {
        ProblemModel(
            .usage, "“\(option)” must follow the command.", hint: "Run: \(arguments.commandLine)")
    }
}

/// The error of a word that begins with a dash and is parsed as an unknown option.
public struct DashedWordError: ProblemConvertible {
    /// The only one-letter option besides `-h`.
    private static let forceOption = "-f"
    private let words: [String]
    private let others: [String]

    /// Finds the words in a rejected command line. Nil if there are none.
    ///
    /// Ignores numbers, which are values, and every command line with `--` or a request for help.
    public init?(in arguments: [String]) {
        guard !arguments.contains(where: ["--", "-h", "--help"].contains) else { return nil }
        words = arguments.filter(Self.isWord)
        others = arguments.filter { !Self.isWord($0) }
        if words.isEmpty || others.isEmpty { return nil }
    }

    private static func isWord(_ argument: String) -> Bool {
        let text = argument.drop { $0 == "-" }
        guard argument.hasPrefix("-"), !argument.hasPrefix("--"), argument != forceOption else { return false }
        return text.first.map { !$0.isNumber && $0 != "." } ?? false
    }

    public func problem(for audience: ProblemModel.Audience) -> ProblemModel {
        let line = (others + ["--"] + words).commandLine
        return ProblemModel(
            .usage, "“\(words.first ?? "")” is not an option.",
            hint: "Put -- before words that begin with -, and options before that: \(line)")
    }
}

extension [String] {
    /// The program's name and these arguments as people type them, for hints.
    fileprivate var commandLine: String { (["fermata"] + self).shellLine }
}
