import FermataDomain
import Hummingbird
import ServiceLifecycle

/// The sites of the accounts that have signed in.
///
/// The site of an account's own library runs from its first request until the account is removed or changed, or the
/// server stops.
actor AccountSites: Service {
    private struct RunningSite {
        let account: SiteAccount
        let version: Int
        let site: WebSite
        let responder: RouteResponder
        /// The background work of the site; nil for one that shares that of the served library.
        let work: Task<Void, Never>?

        func end() async {
            guard let work else { return }
            site.hub.close()
            work.cancel()
            await work.value
        }
    }

    /// What a site depends on.
    private struct SiteAccount: Equatable {
        let name: String
        let age: Int?
        let isAdmin: Bool
        let library: String?

        init(_ account: Account) {
            (name, age, isAdmin, library) = (account.name, account.age, account.isAdmin, account.library)
        }
    }

    private let served: WebSite
    private let services: AccountServices
    private let accounts: GetAccountsUsecase
    private var sites: [String: RunningSite] = [:]
    private var isClosed = false

    init(beside served: WebSite, services: AccountServices, accounts: GetAccountsUsecase) {
        (self.served, self.services, self.accounts) = (served, services, accounts)
    }

    /// Responds with the site of an account. A damaged own library is repaired, and does not stop the server.
    func respond(to request: Request, _ context: WebContext, of account: Account) async throws -> Response {
        do {
            return try await site(of: account).responder.respond(to: request, context: context)
        } catch LibraryError.damaged(let path) where account.library != nil {
            _ = await services.repair(path)
            throw Problem.later("The library of the account is being repaired.", seconds: 1)
        }
    }

    /// Ends the sites of accounts that were removed, until the server stops. Then ends all.
    func run() async throws {
        await cancelWhenGracefulShutdown { [self] in await endRemoved() }
        try? await gracefulShutdown()  // a cancelled service ends as well
        isClosed = true
        for site in sites.values { await site.end() }
        sites = [:]
    }

    /// The pause after the library of the accounts could not be read.
    private static let pause = Duration.seconds(1)

    private func endRemoved() async {
        while !Task.isCancelled {
            // The served site reports errors of its library.
            do {
                for try await _ in served.dependencies.changes.versions() where !sites.isEmpty {
                    let names = Set(try await accounts.execute().map(\.name))
                    for (name, site) in sites where !names.contains(name) {
                        sites[name] = nil
                        await site.end()
                    }
                }
            } catch {}
            try? await served.dependencies.clock.sleep(for: Self.pause)  // a cancelled task leaves the loop
        }
    }

    /// The site of an account, which is made anew if the account or its library is another one now.
    private func site(of account: Account) async throws -> RunningSite {
        let key = SiteAccount(account)
        let library = try await services.site(account)
        if let known = sites[account.name], known.account == key, known.version == library.version { return known }
        if isClosed { throw CancellationError() }
        let old = sites[account.name]
        let (site, work) = run(library.dependencies, for: account)
        let made = RunningSite(
            account: key, version: library.version, site: site, responder: RouteResponder(site.makeRouter()), work: work
        )
        sites[account.name] = made
        await old?.end()
        return made
    }

    /// The site of an account, and its background work if it does not share that of the served library.
    private func run(_ dependencies: SiteDependencies, for account: Account) -> (WebSite, work: Task<Void, Never>?) {
        guard account.library != nil else { return (WebSite(dependencies, of: account, sharing: served), nil) }
        let site = WebSite(dependencies, of: account, shared: served.shared, failed: { _ in })
        let work = Task {
            await withTaskGroup(of: Void.self) { group in
                group.addTask { try? await site.feed(reportingTo: FatalErrorMonitor()).run() }
                group.addTask { try? await site.sync.run() }
                group.addTask { try? await DownloadService(queue: site.queue).run() }
            }
        }
        return (site, work)
    }
}

/// Responds with the site of the account that makes a request, or with that of the served library.
struct SiteResponder: HTTPResponder {
    let served: RouteResponder
    let sites: AccountSites

    func respond(to request: Request, context: WebContext) async throws -> Response {
        guard let account = context.account else { return try await served.respond(to: request, context: context) }
        return try await sites.respond(to: request, context, of: account)
    }
}
