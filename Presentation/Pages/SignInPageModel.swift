/// The page on which a person signs in to the server.
public struct SignInPageModel: Equatable, Sendable {
    /// What the person has entered that was wrong.
    public enum Failure: Equatable, Sendable {
        case token
        /// The sentence about an account that could not sign in.
        case account(String)
    }

    /// Whether the server has accounts, and whether it has a token.
    public let hasAccounts, hasToken: Bool
    public let failure: Failure?

    public init(hasAccounts: Bool, hasToken: Bool, failure: Failure? = nil) {
        (self.hasAccounts, self.hasToken, self.failure) = (hasAccounts, hasToken, failure)
    }

    public var text: String {
        switch failure {
        case .token: "This is not the token of this server."
        case .account(let text): text
        case nil where hasAccounts: "Sign in with your account."
        case nil where hasToken: "This server requires its token."
        case nil: "This server has no accounts yet. Add one at its computer: fermata user add NAME"
        }
    }

    /// What a program has to send.
    public var problemText: String {
        hasAccounts
            ? "This request has no valid credentials. Send the header Authorization: Bearer KEY with an API key."
            : "This request has no valid token. Send the header Authorization: Bearer TOKEN."
    }

    public static let name = "Name"
    public static let password = "Password"
    public static let token = "Token"
    public static let signIn = "Sign in"
    public static let signInWithToken = "Sign in with the token"
    public static let signOut = "Sign out"
    /// The text in the footer of every page of an account.
    public static func signedIn(_ name: String) -> String { "Signed in as “\(name)”" }
}
