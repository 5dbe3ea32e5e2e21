public import FermataDomain

/// At least one error of every case that users can see.
public enum ErrorSamples {
    public static let path = "/home/ann/fermata.sqlite"
    public static let address = "http://127.0.0.1:8329/songs.json"
    private static let music = Music(id: MusicID(7), title: "Changes", artist: "David Bowie")

    public static let storage: [StorageFailure] = [
        .full, .readOnly, .readOnlyFolder, .permission, .unreadable, .missing, .folderMissing, .folderNotCreated,
        .notAFolder, .isFolder, .nameInUse, .nameTooLong, .tooLarge, .linkLoop, .removed, .changed, .locked, .exists,
        .notEmpty, .isLibrary, .notOpen, .pipeClosed, .unsupported, .tooManyOpenFiles, .hardware, .notALibrary,
        .notRepairable(.readOnly), .other("I/O error"),
    ]

    public static let records: [RecordError] = [
        .unreadable, .notUTF8, .notAnObject, .invalidJSON(nil), .invalidJSON("unexpected end"),
        .tooLong(limit: 1 << 20),
        .tooDeep(limit: 64), .textTooLong(field: "id", limit: 4_096), .missing(field: "title"), .empty(field: "title"),
        .wrongType(field: "title", expected: .text), .invalidValue(field: "day", text: "x", expected: .day),
        .negative(field: "duration"), .tooLarge(field: "duration", limit: 9), .outOfRange(field: "timestamp"),
        .incompleteCoordinate, .emptyLocation, .invalidProperty("DUE", .noValue), .invalidProperty("DUE", .notUTF8),
        .invalidProperty("DUE", .tooLong(limit: 8)), .invalidProperty("DUE", .parameterWithoutValue), .invalidLine(6),
        .wrongFieldCount(3, expected: 4), .misplacedQuote,
        .repeatedID, .idInUse, .file("Low/a.mp3", .notAudio), .file("Low/a.mp3", .tagsTooLarge(limit: 32 << 20)),
        .file("Low/a.m3u", .tooLarge(limit: 8 << 20)), .file("Low/a.xspf", .invalidXML(line: 3)),
        .file("Low/a.mp3", .tooManyCopies), .file("Low", .storage(.permission)),
        .part(.songs(501...1_000), .status(500)), .part(.albums(1...500), .content(.empty)),
        .part(.album(id: "7", name: "Low"), .truncated), .part(.playlist(id: "7", name: ""), .notHTTP),
    ]

    public static let documents: [DocumentFailure] =
        [
            .empty, .notCalendar, .notPropertyList, .binaryPropertyList, .oldPropertyList, .notAnArray, .noToDos,
            .noValidToDos, .tooLarge(limit: 1), .tooManyValues, .tooDeep(limit: 16), .missingEnd("VTODO"),
            .wrongEnd("VTODO", expected: "VEVENT", line: 3), .outsideCalendar(line: 4),
        ] + records.map { .record($0) }

    public static let contents: [ContentFailure] = [
        .empty, .webPage, .wrongType("text/plain"), .notAnImage, .notJSON(byte: 0x78, at: 4), .notJSON(byte: 0, at: 4),
        .incompleteJSON(after: 3), .invalidResponse, .tooLarge(limit: 1 << 30, isUnpacked: true),
        .tooLarge(limit: 1, isUnpacked: false), .compressionRatio(limit: 200),
        .tooManyElements(limit: 500), .tooManySongs(limit: 5_000_000), .noProgress(requests: 20), .damagedCompression,
        .unsupportedCompression("br"), .longerThanAnnounced, .shorterThanAnnounced, .wrongLength(1, expected: 2),
        .wrongDigest, .noArray(named: "songs"), .noRecords, .noColumn(named: "title"), .incompleteTable(rows: 3),
        .noValidRecords(first: RejectedRecord(position: 1, .notUTF8)),
    ]

    public static let addresses: [InvalidAddress] = [
        .empty, .notAURL, .notAURLOrPath, .unsupportedScheme("ftp"), .noHost, .invalidPort(0), .containsCredentials,
        .notAnAbsolutePath, .ownLibrary, .severalWords, .notACommand,
    ]

    public static let sources: [SourceError] =
        [
            .notFound("radio", known: []), .notFound("radio", known: ["shop"]), .alreadyExists("radio"),
            .changed("radio"), .addressInUse(source: "radio"),
            .invalidName(limit: 64), .unknownKind("tape", known: ["http"]), .runsProgram(kind: "command"),
            .playlistsUnsupported(kind: "tape"),
            .tooMany(limit: 63), .credentialsUnsupported(kind: "http"), .userMissing, .secretMissing,
            .signInRefused(.wrongPassword), .signInRefused(.needsEncryption),
            .credentials(path: path, .permission), .credentials(path: path, .full), .invalidCertificates(path: path),
        ] + addresses.flatMap { [.invalidAddress($0), .invalidPlaylistAddress($0)] }

    public static let players: [PlayerError] = [
        .notInstalled(program: "mpv"), .ended, .notResponding, .otherVersion, .alreadyRunning, .notRunning,
        .cannotStart,
        .nothingToPlay, .noMatch, .nothingPlayable, .noEntry(number: 9), .nothingToUndo, .queueChanged, .notAllowed,
        .controlSocketUnavailable(path: path), .cannotServeAudio, .noSoundDevice,
        .endedAtStart(version: "mpv 0.35.1", message: "option not found"),
    ]

    public static let causes: [SourceFailureCause] =
        [
            .hostNotFound, .connectionRefused, .connectionReset, .connectionFailed, .connectionTimedOut,
            .networkUnreachable, .timedOut(after: nil), .timedOut(after: .seconds(10)), .stalled(for: .seconds(30)),
            .truncated, .notHTTP, .status(404), .status(500), .status(429, retryAfter: .seconds(5)), .status(429),
            .status(503, retryAfter: .seconds(5)), .status(999), .redirect(.tooMany(limit: 5)), .redirect(.loop),
            .redirect(.unsupportedScheme("ftp")), .redirect(.invalidAddress), .redirect(.otherServer("cdn.example")),
            .server(code: 0, message: "out of order"), .server(code: 0, message: ""), .privateNetwork,
            .noAudio, .superseded,
            .other("gone"),
        ] + [.missing, .notAFolder, .unreadable(.permission), .empty, .changed].map { .folder($0) }
        + [.missing, .notAFile, .unreadable(.permission), .changed, .busy, .otherVersion, .damaged].map { .file($0) }
        + [
            .notFound, .cannotStart(.permission), .exited(code: 2, message: "no key"), .exited(code: 1, message: ""),
            .killed(signal: 9, message: ""), .timedOut(after: .seconds(600)),
        ].map { .command($0) } + SignInFailure.allCases.map { .signIn($0) } + TLSFailure.allCases.map { .tls($0) }
        + addresses.map { .invalidAddress($0) }
        + sources.map { .invalidSource($0) } + contents.map { .content($0) }

    public static let all: [any Error] = players + songs + others

    private static let songs: [any Error] = [
        MusicError.notFound("7f"), MusicError.ambiguousID("7", candidates: [music]),
        MusicError.noAudio(title: "Silence"), MusicError.noMatch(MusicQuery()),
        MusicError.noMatch(MusicQuery(text: "year:x", bookmarkedOnly: true)),
        MusicError.noMatch(MusicQuery(text: "lowe"), close: [music]), AlbumError.notFound("low"),
        AlbumError.ambiguousName(
            "l", candidates: [Album(id: AlbumID(1), name: "Low"), Album(id: AlbumID(2), name: "Loud", artist: "Ann")]),
        ArtistError.notFound("bowie"),
        ArtistError.ambiguousName("b", candidates: [Artist(name: "Björk", trackCount: 1)]),
    ]

    private static let others: [any Error] =
        storage.flatMap { failure -> [any Error] in
            [
                LibraryError.cannotOpen(path: path, failure), LibraryError.cannotWrite(path: path, failure),
                DownloadError.cannotStore(path: path, failure), ToDoDocumentError.cannotRead(path: path, failure),
                ToDoDocumentError.cannotWrite(path: path, failure), BackupError.cannotWrite(path: path, failure),
                BackupError.cannotRead(path: path, failure), PlaylistDocumentError.cannotRead(path: path, failure),
                PlaylistDocumentError.cannotWrite(path: path, failure),
            ]
        } + [
            BackupError.damagedLibrary(path: path), BackupError.damaged(path: path),
            BackupError.newerVersion(path: path), BackupError.olderVersion(path: path),
            BackupError.notVerified(path: path),
            BackupError.noDocuments(path: path), BackupError.noValidRecords,
            LibraryError.newerVersion(path: path), LibraryError.olderVersion(path: path), LibraryError.busy(path: path),
            LibraryError.damaged(path: path),
            DownloadError.noSpace(path: path, needed: 2, free: 1),
            PlaylistError.notFound("rock"),
            PlaylistError.ambiguousName("r", candidates: []), PlaylistError.ofSource(name: "rock"),
            PlaylistError.ofSearch(name: "rock"), PlaylistError.invalidName(limit: 9), PlaylistError.nameInUse("rock"),
            PlaylistError.noPosition(9, count: 2), PlaylistError.emptyQueue,
            PlaylistDocumentError.tooLarge(path: path, limit: 9), PlaylistDocumentError.invalidXML(path: path, line: 3),
            PlaylistDocumentError.noEntries(path: path), PlaylistDocumentError.noneFound(path: path, count: 3),
            ToDoError.notFound(7),
            ToDoError.blankTitle, UndoError.nothingToUndo, UndoError.notLast,
            SourceAccessError.localKind("folder"), SourceAccessError.secretRequired,
            SourceAccessError.runsProgram(source: "radio"), CancellationError(),
        ] + documents.map { ToDoDocumentError.invalid(path: path, $0) } + sources
        + contents.map { BackupError.invalidDocument(path: path, $0) }
        + causes.map { SourceFailure($0, address: address) }
}
