package import FermataPresentation
import HTTPTypes

extension ProblemModel.Kind {
    /// The status of a response to a request that ends with such a problem.
    var status: HTTPResponse.Status {
        switch self {
        case .notFound: .notFound
        case .ambiguous, .conflict, .noAudio: .conflict
        case .invalidInput: .unprocessableContent
        case .usage: .badRequest
        case .notAllowed: .forbidden
        case .tooLarge: .contentTooLarge
        case .sourceUnavailable, .sourceBusy, .invalidSource: .badGateway
        case .storageFull: .insufficientStorage
        case .busy, .damaged, .overloaded, .stopping: .serviceUnavailable
        case .unreadableFile, .invalidFile, .cannotCreate, .cannotWrite, .cannotListen, .playerUnavailable, .incomplete,
            .unexpected:
            .internalServerError
        }
    }

    /// How many seconds later the same request may succeed; nil if it does not succeed by itself.
    package var retrySeconds: Int? {
        switch self {
        case .busy: 1
        case .stopping: 2
        case .damaged: 10
        case .overloaded: 60
        default: nil
        }
    }
}

extension HTTPResponse.Status {
    static let insufficientStorage = HTTPResponse.Status(code: 507, reasonPhrase: "Insufficient Storage")
    static let unprocessableContent = HTTPResponse.Status(code: 422, reasonPhrase: "Unprocessable Content")
}
