/// How people write the sources of one kind, and the traits that its sources have.
public struct SourceForm: Equatable, Sendable {
    /// The word that people add a source with, such as `folder`.
    public let kind: String
    public let traits: SourceTraits
    /// What a source of this kind is: `music server`.
    public let label: String
    /// What it consists of: `audio files`, so that it is a folder of audio files; nil if the label says so.
    public let content: String?
    /// An address as people write it after the kind, for help.
    public let example: String
    private let beginnings: [String]
    private let endings: [String]

    /// Creates a form. Text that is typed without a kind is an address of this kind if it has one of `beginnings` and,
    /// unless there are none, one of `endings`, in upper or lower case.
    public init(
        _ kind: String, _ traits: SourceTraits, label: String, of content: String? = nil, example: String,
        beginnings: [String] = [], endings: [String] = []
    ) {
        (self.kind, self.traits, self.label, self.content, self.example) = (kind, traits, label, content, example)
        (self.beginnings, self.endings) = (beginnings, endings)
    }

    /// Whether text that is typed without a kind is an address of this kind.
    func matches(_ text: String) -> Bool {
        let text = text.lowercased()
        return beginnings.contains(where: text.hasPrefix)
            && (endings.isEmpty || endings.contains(where: text.hasSuffix))
    }

    /// The beginnings of addresses on the web.
    public static let webBeginnings = ["http://", "https://"]
    /// The beginnings of paths, as people type them without a kind.
    public static let pathBeginnings = ["/", "~", "."]

    /// Whether text is an address on the web or a path, so that it needs no kind.
    public static func isAddress(_ text: String) -> Bool {
        (webBeginnings + pathBeginnings).contains(where: text.lowercased().hasPrefix)
    }
}

extension Sequence<SourceForm> {
    /// The form of a kind; nil for an unknown one.
    public func form(ofKind kind: String) -> SourceForm? { first { $0.kind == kind } }

    /// The first form that text without a kind matches, of those to which Fermata signs in if `signsIn` is true and any
    /// does; nil for text that is no address.
    public func form(ofAddress text: String, signsIn: Bool = false) -> SourceForm? {
        let forms = filter { $0.matches(text) }
        return forms.first { $0.traits.contains(.signsIn) == signsIn } ?? forms.first
    }
}

/// What the rules need to know of a source. Its kind sets the traits when it is added, and the library stores them.
public struct SourceTraits: OptionSet, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Its songs may have files on this computer, which need no download.
    public static let localAudio = SourceTraits(rawValue: 1)
    /// Its address names a file, folder or program of this computer: clients of the web server neither see nor set it.
    public static let localAddress = SourceTraits(rawValue: 2)
    /// Fermata signs in to it with a user and a password, or with an API key.
    public static let signsIn = SourceTraits(rawValue: 4)
    /// Its playlists have an address of their own.
    public static let playlistAddress = SourceTraits(rawValue: 8)
    /// Its revisions end with a colon and an index of its files, and its fingerprints depend on its address.
    ///
    /// To read its records again, the library removes only the part before the colon.
    public static let revisionIndex = SourceTraits(rawValue: 16)
    /// Each of its songs has a file on this computer.
    public static let onlyLocalAudio = SourceTraits(rawValue: 64)
    /// It stores no bookmarks, ratings and plays, although it has keys by which requests name its songs.
    public static let readOnly = SourceTraits(rawValue: 128)
    /// It may have no songs. A source of another kind without songs counts as one that could not be read.
    public static let mayBeEmpty = SourceTraits(rawValue: 256)
    /// Its address is a command that each sync runs. Only a person at the command line adds it, and one there or in the TUI
    /// syncs it.
    public static let runsProgram = SourceTraits(rawValue: 32)
}
