/// The tour.
struct Demo {
    func run() async throws {}
}
