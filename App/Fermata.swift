import ArgumentParser
import FermataData
import Hummingbird
import Configuration
@main struct Fermata: AsyncParsableCommand { 
static let configuration = CommandConfiguration(commandName: "fermata", version: "0.1")
func run() async throws { dataStub(); let r = Router(); _ = Application(router: r); let c = ConfigReader(provider: EnvironmentVariablesProvider()); print(c.string(forKey: "a") ?? "") } }
