public import FermataDomain

extension BackupError: ProblemConvertible {
    public func problem(for audience: ProblemModel.Audience) -> ProblemModel {
        let isUser = audience == .user
        let problem = problem { path, noun in isUser ? path : noun }
        return isUser ? problem : ProblemModel(problem.kind, problem.sentence)
    }

    /// `name` returns the path, or the noun for a reader who must not see the path.
    private func problem(naming name: (_ path: String, _ noun: String) -> String) -> ProblemModel {
        switch self {
        case .cannotWrite(let path, let failure):
            ProblemModel(
                failure == .full ? .storageFull : .cannotCreate,
                "Cannot write \(name(path, "the file")): \(failure.clause).",
                hint: Self.advice(failure))
        case .cannotRead(let path, let failure):
            ProblemModel(
                failure == .notALibrary ? .invalidFile : .unreadableFile,
                "Cannot read \(name(path, "the file")): \(failure.clause).",
                hint: "The library is unchanged.")
        case .damagedLibrary(let path):
            ProblemModel(
                .invalidFile, "Cannot back up \(name("the library \(path)", "the library")): it is damaged.",
                hint: "Repair it with: fermata library repair" + name(" --library \(path.shellWord)", ""))
        case .damaged(let path):
            ProblemModel(
                .invalidFile, "\(name("The backup \(path)", "The backup")) is damaged.",
                hint: "Choose another backup, or repair a copy: fermata library repair --library COPY")
        case .foreignStructure(let path):
            ProblemModel(
                .invalidFile,
                """
                \(name("The backup \(path)", "The backup")) has tables, indexes, triggers or views that Fermata does not \
                create, or lacks some that it creates.
                """,
                hint: "Choose another backup, or repair a copy: fermata library repair --library COPY")
        case .newerVersion(let path):
            ProblemModel(
                .invalidFile, "A newer version of Fermata made \(name("the backup \(path)", "the backup")).",
                hint: "Restore it with that version. The library is unchanged.")
        case .olderVersion(let path):
            ProblemModel(
                .invalidFile,
                "An older version of Fermata made \(name("the backup \(path)", "the backup")), and this version cannot read it.",
                hint: "Restore and export it with that version, and import the export. The library is unchanged.")
        case .notVerified(let path):
            ProblemModel(
                .cannotWrite,
                "\(name("The backup \(path)", "The backup")) was removed: what was read back differs from the library.",
                hint: "Check the disk, and try again.")
        case .invalidDocument(let path, let failure):
            ProblemModel(
                .invalidFile, "Cannot read \(name(path, "the document")): \(Self.clause(failure)).",
                hint: "Correct it and import it again. Records that were imported stay in the library.")
        case .noDocuments(let path):
            ProblemModel(
                .unreadableFile, "\(name("The folder \(path)", "The folder")) has no document of an export.",
                hint: "Its documents are sources.json, bookmarks.json, ratings.json, playlists.json and todos.ics.")
        case .noValidRecords:
            ProblemModel(
                .invalidFile, "Nothing was imported: every record was skipped.",
                hint: "Correct the records and import them again.")
        }
    }

    private static func advice(_ failure: StorageFailure) -> String {
        switch failure {
        case .exists: "Use --force to replace it."
        case .notEmpty: "Use --force to replace the documents in it, or choose another folder."
        case .isLibrary, .isFolder, .unsupported, .nameInUse: "Choose another name."
        default: failure.advice
        }
    }

    private static func clause(_ failure: ContentFailure) -> String {
        switch failure {
        case .empty: "it is empty"
        case .tooLarge(let limit, _): "it has more than \(limit.byteLimitText)"
        default: failure.clause
        }
    }
}
