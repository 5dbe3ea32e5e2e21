import ArgumentParser

struct DemoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo", abstract: "See it at work: no set-up and no internet needed.")

    func run() async throws { try await Demo().run() }
}
