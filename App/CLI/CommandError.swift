/// Why something cannot be done as it was asked for, though it was asked for in the right words.
struct CommandError: Error {
    let message: String
}
