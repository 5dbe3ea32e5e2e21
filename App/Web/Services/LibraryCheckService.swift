import FermataDomain
import FermataPresentation
import ServiceLifecycle

/// Checks the library once a week while the server runs.
struct LibraryCheckService: Service {
    /// How often the service looks whether a check is due.
    private static let pause = Duration.seconds(3_600)
    let check: CheckLibraryWeeklyUsecase
    let notice: LibraryNotice
    let clock: any Clock<Duration>
    /// Reports the notice of a check that has found damage.
    let report: @Sendable (String) -> Void

    func run() async throws {
        try? await cancelWhenGracefulShutdown {
            while true {
                // A check that fails is due again at the next look.
                let isChecked = (try? await check.execute()) == true
                if isChecked, let text = notice.text(for: .webClient) { report(text) }
                try await clock.sleep(for: Self.pause)
            }
        }
    }
}
