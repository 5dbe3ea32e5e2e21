import ServiceLifecycle

/// Downloads for as long as the server runs, those first that were asked for earlier.
struct DownloadService: Service {
    let queue: DownloadQueue

    func run() async throws {
        await queue.resume()
        try? await gracefulShutdown()  // cancelled, the queue ends all the same
        await queue.end()
    }
}
