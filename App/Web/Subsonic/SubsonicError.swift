import FermataDomain
import FermataPresentation
import HTTPTypes

/// Why a request failed, by the numbers of the API.
struct SubsonicError: Error, Equatable {
    /// Source: https://opensubsonic.netlify.app/docs/responses/error/
    enum Code: Int {
        case other = 0
        case missingParameter = 10
        case oldClient = 20
        case oldServer = 30
        case wrongName = 40
        case conflictingCredentials = 43
        case wrongKey = 44
        case notAllowed = 50
        case notFound = 70
    }

    let code: Code
    let message: String

    init(_ code: Code, _ message: String) { (self.code, self.message) = (code, message) }

    static func missing(_ name: String) -> SubsonicError {
        SubsonicError(.missingParameter, "The parameter “\(name)” is missing.")
    }

    static func invalid(_ name: String, _ rule: String) -> SubsonicError {
        SubsonicError(.other, "The parameter “\(name)” \(rule).")
    }

    static func notFound(_ id: String) -> SubsonicError {
        SubsonicError(.notFound, "Nothing has the id “\(id)”.")
    }

    /// The error of a use case, without paths and addresses of this computer.
    init(_ error: any Error) {
        if let error = error as? SubsonicError {
            self = error
            return
        }
        let problem = Problem(error)
        switch error {
        case AccountError.wrongName, AccountError.tooManyAttempts, AccountError.noAccounts:
            self.init(.wrongName, problem.detail)
        case AccountError.wrongKey: self.init(.wrongKey, problem.detail)
        default:
            switch problem.status {
            case .notFound: self.init(.notFound, problem.detail)
            case .forbidden: self.init(.notAllowed, problem.detail)
            default: self.init(.other, problem.detail)
            }
        }
    }
}
