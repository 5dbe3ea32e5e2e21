package import FermataDomain

/// Returns the same records for every song.
package struct MusicRecordRepositoryStub: MusicRecordRepository {
    private let records: [MusicRecord]

    package init(_ records: [MusicRecord] = []) {
        self.records = records
    }

    package func records(of id: MusicID, allowing filter: ExplicitFilter) async throws -> [MusicRecord] { records }
}
