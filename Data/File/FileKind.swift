package import FermataDomain

/// Catalogues in files on this computer, with audio and artwork beside them.
package struct FileKind: SourceKind {
    package static let form = SourceForm(
        "file", [.localAudio, .localAddress],
        label: "catalogue (JSON, NDJSON, CSV or TSV) in a file", example: "~/songs.csv",
        beginnings: SourceForm.pathBeginnings, endings: [".json", ".ndjson", ".jsonl", ".csv", ".tsv"])
    private let clock: any Clock<Duration>

    package init(clock: any Clock<Duration>) {
        self.clock = clock
    }

    package var form: SourceForm { Self.form }

    package func prepare(_ source: Source) throws -> Source {
        var source = source
        source.address = DocumentPath.absolute(source.address)
        return source
    }

    package func checkNew(_ source: Source) throws { try FileMusicRepository(path: source.address).check() }

    package func suggestedName(for source: Source) -> String? {
        BytePath(DocumentPath.name(of: source.address)).stem.text
    }

    package func music(of source: Source) throws -> any RemoteMusicRepository {
        try FileMusicRepository(path: source.address)
    }

    package func folder(of source: Source) -> String? { DocumentPath.folder(of: source.address) }

    package func changes(of source: Source) -> AsyncStream<SourceChange>? {
        FileChanges.of(source.address, clock: clock)
    }
}
