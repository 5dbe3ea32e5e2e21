/// Merges the changes of an artist's tracks and downloads into one ordered stream.
struct ArtistPageChanges: Sendable {
    enum Change: Sendable {
        case tracks(MusicPage)
        case download(Download)
    }

    let pages: AsyncThrowingStream<MusicPage, any Error>
    let downloads: AsyncStream<Download>

    /// Returns the changes; the stream ends with the pages, or when its consumer stops.
    func stream() -> AsyncThrowingStream<Change, any Error> {
        AsyncThrowingStream { continuation in
            let pageTask = Task {
                do {
                    for try await page in pages { continuation.yield(.tracks(page)) }
                    continuation.finish()
                } catch {
                    continuation.finish(throwing: error)
                }
            }
            let downloadTask = Task {
                for await download in downloads { continuation.yield(.download(download)) }
            }
            continuation.onTermination = { _ in
                pageTask.cancel()
                downloadTask.cancel()
            }
        }
    }
}
