/// What moves an artist's page, one after the other, so that no page hides a change that came later.
struct ArtistPageChanges: Sendable {
    enum Change: Sendable {
        case tracks(MusicPage)
        case download(Download)
    }

    let pages: AsyncThrowingStream<MusicPage, any Error>
    let downloads: AsyncStream<Download>

    /// Ends with the pages, or when its consumer stops.
    func stream() -> AsyncThrowingStream<Change, any Error> {
        AsyncThrowingStream { continuation in
            let reading = Task {
                do {
                    for try await page in pages { continuation.yield(.tracks(page)) }
                    continuation.finish()
                } catch {
                    continuation.finish(throwing: error)
                }
            }
            let following = Task {
                for await download in downloads { continuation.yield(.download(download)) }
            }
            continuation.onTermination = { _ in
                reading.cancel()
                following.cancel()
            }
        }
    }
}
