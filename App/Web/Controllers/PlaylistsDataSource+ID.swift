import FermataDomain
import FermataPresentation

extension PlaylistsDataSource {
    /// The playlist with a complete id: names are not accepted, because they can change. Throws `PlaylistError`.
    func find(id: String) async throws -> PlaylistCellModel {
        guard id.utf8.count == MusicID.digits, let value = UInt64(id, radix: 16) else {
            throw PlaylistError.notFound(id)
        }
        return try await find(id: PlaylistID(value))
    }
}
