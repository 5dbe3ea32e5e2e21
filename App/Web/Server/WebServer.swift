import FermataDomain
import FermataPresentation
import Foundation
package import ServiceLifecycle

/// Serves one library as pages and as a JSON API.
package struct WebServer {
    let dependencies: WebDependencies
    let settings: ServeSettings
    /// The site of the library that is served, for the person at the computer.
    let site: WebSite
    let sites: AccountSites
    let monitor = FatalErrorMonitor()
    let subsonic: SubsonicServerState

    /// `jobs` is the number of downloads that run at once. `isOpen` states that a server without a token needs no
    /// sign-in until it has an account.
    init(_ dependencies: WebDependencies, settings: ServeSettings, jobs: Int, isOpen: Bool) {
        (self.dependencies, self.settings) = (dependencies, settings)
        let shared = SharedSiteServices(
            path: settings.path, downloadJobs: jobs, scaler: ArtworkScaler(), accounts: dependencies.accountEditor,
            signIn: ServerSignIn(dependencies, settings: settings, isOpen: isOpen))
        site = WebSite(
            dependencies.site, syncPause: settings.syncPause, shared: shared,
            failed: { [monitor] in monitor.report($0) })
        sites = AccountSites(
            beside: site, services: dependencies.accountServices, accounts: dependencies.accounts)
        subsonic = SubsonicServerState(
            accounts: dependencies.accounts, sync: site.sync, scaler: shared.scaler, clock: dependencies.site.clock,
            now: dependencies.site.now)
    }

    /// The background work of the server.
    package var services: [any Service] {
        let (hub, sync, clock) = (site.hub, site.sync, dependencies.site.clock)
        let check = LibraryCheckService(
            check: dependencies.weeklyCheck, notice: dependencies.site.notice, clock: clock,
            report: { hub.publish(.failure($0)) })
        let deliveries = DeliveryService(
            deliveries: dependencies.deliveries, failed: { [monitor] in monitor.report($0) })
        let watch = dependencies.watch.map { watch in
            SourceWatchService(
                watch: watch, sync: sync,
                report: { [note = dependencies.note] text in
                    // The server starts to watch before any client can receive events.
                    note(text)
                    hub.publish(.failure(text))
                },
                failed: { [monitor] in monitor.report($0) })
        }
        let libraries = AccountLibraryService(accounts: dependencies.accountServices)
        return [monitor, DownloadService(queue: site.queue), sync, check, deliveries, libraries]
            + [watch].compactMap(\.self)
    }

    /// The services that end before the requests of clients: the subscriptions to events.
    package var feeds: [any Service] { [site.feed(reportingTo: monitor), sites] }
}

/// The use cases of the web server besides those of the listener at its computer.
package struct WebDependencies: Sendable {
    let site: SiteDependencies
    let deliveries: DeliveryDataSource
    /// Nil if the settings do not watch folders.
    let watch: WatchSourcesUsecase?
    let accounts: GetAccountsUsecase
    let accountEditor: AccountsDataSource
    let signIn: SignInUsecase
    let accountServices: AccountServices
    let weeklyCheck: CheckLibraryWeeklyUsecase
    /// Prints a line for the person who runs the server.
    let note: @Sendable (String) -> Void
}
