public import FermataDomain

extension AccountError: ProblemConvertible {
    public func problem(for audience: ProblemModel.Audience) -> ProblemModel {
        let isUser = audience == .user
        func hint(_ text: String) -> String? { isUser ? text : nil }
        return switch self {
        case .notFound(let name):
            ProblemModel(
                .notFound, "No account has the name “\(name)”.", hint: hint("Find names with: fermata user list"))
        case .nameInUse(let name):
            ProblemModel(.conflict, "The library has an account named “\(name)” already.", field: "name")
        case .invalidName(let limit):
            ProblemModel(
                .invalidInput,
                "An account needs a name of at most \(CountText.grouped(limit)) bytes, without control characters.",
                field: "name")
        case .invalidAge:
            ProblemModel(
                .invalidInput,
                "The age must be from \(Listener.ages.lowerBound) to \(Listener.ages.upperBound).", field: "age")
        case .invalidPassword(let limit):
            ProblemModel(
                .invalidInput, "A password is one line of 1 to \(CountText.grouped(limit)) bytes.", field: "password")
        case .lastAdministrator(let name):
            ProblemModel(
                .conflict, "“\(name)” is the only administrator.",
                hint: isUser
                    ? "Make another account an administrator first: fermata user change NAME --admin"
                    : "Make another account an administrator first.")
        case .wrongName: ProblemModel(.notAllowed, "The name or the password is wrong.")
        case .notAdministrator: ProblemModel(.notAllowed, "Only an administrator may do that.")
        case .wrongKey: ProblemModel(.notAllowed, "The API key is wrong.")
        case .sessionEnded: ProblemModel(.notAllowed, "The session has ended.", hint: "Sign in again.")
        case .tooManyAttempts: ProblemModel(.notAllowed, "Too many attempts have failed. Try again in five minutes.")
        case .noAccounts:
            ProblemModel(
                .notAllowed, "The library has no accounts yet.",
                hint: hint("Add one with: fermata user add NAME"))
        case .secretKey(let path, let failure):
            ProblemModel(
                .unreadableFile,
                isUser
                    ? "The key for passwords, \(path), cannot be used: \(failure.clause)."
                    : "The server cannot use its key for passwords.",
                hint: hint(failure.advice))
        case .otherSecretKey(let path):
            ProblemModel(
                .unreadableFile,
                isUser
                    ? "The passwords of the library were encrypted with another key than that in \(path)."
                    : "The server has another key for passwords now.",
                hint: hint("Restore the file, or set each password again: fermata user password NAME"))
        }
    }
}
