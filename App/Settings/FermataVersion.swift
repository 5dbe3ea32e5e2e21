/// The version of the program.
enum FermataVersion {
    static let text = "0.1.0"
}
