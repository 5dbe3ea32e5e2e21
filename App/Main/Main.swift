import FermataApp

@main
enum Main {
    static func main() async { await Fermata.main() }
}
