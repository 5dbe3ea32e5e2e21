import ArgumentParser
@main struct Fermata: AsyncParsableCommand { 
static let configuration = CommandConfiguration(commandName: "fermata", version: "0.1")
func run() async throws { } }
