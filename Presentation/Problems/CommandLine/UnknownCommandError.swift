import FermataDomain

/// The error of an unknown command name.
public struct UnknownCommandError: ProblemConvertible {
    private let words: [String]
    private let group: [String]
    private let commands: [String]

    /// `words` are the typed name and the words after it; `group` are the names before it, such as `source`; `commands`
    /// are the names that are known there.
    public init(_ words: [String], in group: [String] = [], commands: [String]) {
        (self.words, self.group, self.commands) = (words, group, commands)
    }

    public func problem(for audience: ProblemModel.Audience) -> ProblemModel {
        let name = (group + words.prefix(1)).joined(separator: " ")
        let meant = group.isEmpty ? Self.command(meantBy: words) : nil
        let similar = meant ?? commands.name(similarTo: words.first ?? "").map { group + [$0] }
        let suggestion = similar.map { "Did you mean “\(CommandLineText($0).text)”? " } ?? ""
        let canBeSearch = group.isEmpty && meant?.first != "list"
        let search = canBeSearch ? "To search the library, run: \(CommandLineText(["list"] + words).text). " : ""
        let subject = group.isEmpty ? "all commands" : "the commands of \(group.joined(separator: " "))"
        return ProblemModel(
            .usage, "No command is named “\(name)”.",
            hint: "\(suggestion)\(search)To see \(subject), run: \(CommandLineText(["help"] + group).text)")
    }

    /// Returns the arguments of the command that people mean by the name that other programs have for it; nil for any
    /// other name.
    private static func command(meantBy words: [String]) -> [String]? {
        guard let name = words.first?.lowercased() else { return nil }
        let others = Array(words.dropFirst())
        let search = others.isEmpty ? ["WORDS"] : others
        return switch name {
        case "search", "find", "grep", "query": ["list"] + search
        case "ls", "songs", "tracks", "music": ["list"] + others
        case "album": ["list", "--album", others.isEmpty ? "NAME" : others.joined(separator: " ")]
        case "albums": ["list", "--sort", "album"] + others
        case "artists": ["list", "--sort", "artist"] + others
        case "genre", "year": ["list", "\(name):" + (others.isEmpty ? "VALUE" : others.joined(separator: " "))]
        case "bookmarks", "favorites", "favourites", "starred", "stars": ["list", "--bookmarked"] + others
        case "rate", "star", "favorite", "favourite":
            ["bookmark"] + search.filter { Int($0) == nil || search.count == 1 }
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
    private static func isSource(_ words: [String]) -> Bool {
        guard let first = words.first else { return true }
        return Source.kind(ofAddress: first) != nil
            || [Source.catalogueKind, Source.subsonicKind, Source.folderKind].contains(first)
    }
}
