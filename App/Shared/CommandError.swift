/// An error of a command whose arguments are valid but cannot be used here.
struct CommandError: Error {
    let message: String
}
