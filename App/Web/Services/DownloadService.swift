import ServiceLifecycle

/// Runs the download queue as long as the server runs. Downloads start in the order they were requested.
struct DownloadService: Service {
    let queue: DownloadQueue

    func run() async throws {
        await queue.resume()
        try? await gracefulShutdown()  // a cancelled service ends the queue as well
        await queue.end()
    }
}
