import FermataDomain

/// A bookmark in a document: `{"id": …, "title": …, "artist": …, "album": …, "otherIds": […]}`.
struct BookmarkRecord: Codable {
    enum CodingKeys: String, RecordKey {
        case id, otherIds, title, artist, album

        var expectation: ExpectedValue {
            switch self {
            case .id: .musicID
            case .otherIds: .musicIDs
            case .title, .artist, .album: .text
            }
        }
    }

    private let id: ExportedID
    private let otherIds: [ExportedID]?
    private let title: String?
    private let artist: String?
    private let album: String?

    init(_ bookmark: ExportedBookmark) {
        id = ExportedID(bookmark.id)
        otherIds = bookmark.otherIDs.isEmpty ? nil : bookmark.otherIDs.map { ExportedID($0) }
        (title, artist, album) = (bookmark.title, bookmark.artist, bookmark.album)
    }

    /// Decodes only the ids; the texts are for people.
    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        id = try fields.required(ExportedID.self, .id)
        otherIds = try fields.decodeIfPresent([ExportedID].self, forKey: .otherIds)
        (title, artist, album) = (nil, nil, nil)
    }

    var bookmark: ExportedBookmark { ExportedBookmark(id: id.music, otherIDs: (otherIds ?? []).map(\.music)) }
}
