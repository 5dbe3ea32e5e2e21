import FermataDomain
import FermataPresentation
import ServiceLifecycle

/// Checks the library once a week, and a sample of it each hour, while the server runs.
struct LibraryCheckService: Service {
    /// How often the service checks a sample, and looks whether a complete check is due.
    private static let pause = Duration.seconds(3_600)
    let check: CheckLibraryWeeklyUsecase
    let sample: CheckLibrarySampleUsecase
    let notice: LibraryNotice
    let clock: any Clock<Duration>
    /// Reports the notice of a check that has found damage.
    let report: @Sendable (String) -> Void
    /// Receives the error of a sample that could not be read.
    let failed: @Sendable (any Error) -> Void

    func run() async throws {
        try? await cancelWhenGracefulShutdown {
            while true {
                // A check that fails is due again at the next look.
                let isChecked = (try? await check.execute()) == true
                let hasFound = await checkSample()
                if isChecked || hasFound, let text = notice.text(for: .webClient) { report(text) }
                try await clock.sleep(for: Self.pause)
            }
        }
    }

    private func checkSample() async -> Bool {
        do {
            return try await sample.execute()
        } catch {
            failed(error)
            return false
        }
    }
}
