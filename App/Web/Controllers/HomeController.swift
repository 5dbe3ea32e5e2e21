import FermataPresentation
import Hummingbird

/// Serves the home page.
struct HomePageController {
    let home: HomeDataSource
    let renderer: PageRenderer

    func addRoutes(to group: RouterGroup<WebContext>) {
        group.getPage("home", renderer) { parameters, _ in
            try parameters.end()
            return try await home.page().page
        }
    }
}
