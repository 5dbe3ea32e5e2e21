package import FermataDomain

/// Provides the home page.
package struct HomeDataSource: Sendable {
    private let getHome: GetHomeUsecase

    package init(getHome: GetHomeUsecase) { self.getHome = getHome }

    package func page() async throws -> HomePageModel { HomePageModel(try await getHome.execute()) }
}
