/// Builds the web server over an application.
struct WebComposition {
    private let application: FermataApplication

    init(_ application: FermataApplication) {
        self.application = application
    }

    func server() -> WebServer {
        WebServer(
            application, settings: application.settings.serve, jobs: application.settings.downloads.jobs)
    }
}
