import ArgumentParser

struct DemoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo", abstract: "Show a tour of the program; needs no set-up and no internet.")

    func run(_ demo: Demo) async throws { try await demo.run() }
}
