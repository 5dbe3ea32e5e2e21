import FermataDomain
import FermataPresentation
import HTTPTypes
import NIOCore

extension Problem {
    /// What an error means to whoever asked; where the library is, is not told.
    init(_ error: any Error) {
        switch error {
        case let problem as Problem: self = problem
        case let error as LibraryError: self.init(of: error)
        case let failure as SourceFailure: self.init(.badGateway, failure.description)
        case let problem as ToDoInputProblem: self.init(.unprocessableContent, problem.text, field: problem.field.key)
        case DownloadQueue.Failure.full:
            self = .later("\(DownloadQueue.limit) downloads wait already.", seconds: 60)
        case DownloadQueue.Failure.ended: self = .later("The server is being stopped.", seconds: 2)
        case is NIOTooManyBytesError: self.init(.contentTooLarge, "The body is too large.")
        case is CancellationError: self = .later("The server is being stopped.", seconds: 2)
        default: self.init(.internalServerError, "Something went wrong in the server.")
        }
    }

    private init(of error: LibraryError) {
        switch error {
        case .noSuchMusic, .noSuchArtist, .noSuchPlaylist, .noSuchToDo, .noSuchSource:
            self.init(.notFound, Self.sentence(error))
        case .ambiguousID(_, let candidates):
            self.init(.conflict, Self.sentence(error), candidates: candidates.map(\.id.description))
        case .ambiguousArtist(_, let candidates):
            self.init(.conflict, Self.sentence(error), candidates: candidates.map(\.name))
        case .ambiguousPlaylist(_, let candidates):
            self.init(.conflict, Self.sentence(error), candidates: candidates.map(\.id.description))
        case .refusedByRule: self.init(.forbidden, "This music is left out for a listener of this age.")
        case .blankTitle: self.init(.unprocessableContent, "A to-do needs a title.", field: "title")
        case .sourceExists, .tooManySources: self.init(.conflict, Self.sentence(error))
        case .badSource: self.init(.unprocessableContent, Self.sentence(error))
        case .busy: self = .later("Another program is changing the library.", seconds: 1)
        case .damaged:
            self = .later("The library turned out to be damaged. The server ends: start it again.", seconds: 10)
        case .cannotOpen(_, let reason):
            self.init(.internalServerError, "The library cannot be read: \(Self.placeless(reason)).")
        case .cannotWrite(_, let reason):
            self.init(
                Self.status(of: reason),
                "The library cannot be changed: \(Self.placeless(reason)). What it held is safe.")
        case .cannotKeep(_, let reason):
            self.init(
                Self.status(of: reason),
                "The file cannot be kept: \(Self.placeless(reason)). What was there before is safe.")
        case .noRoom: self.init(.insufficientStorage, "There is no room for the file.")
        case .tooNew: self.init(.internalServerError, "The library was made by a newer Fermata.")
        }
    }

    private static func status(of reason: String) -> HTTPResponse.Status {
        reason.contains("full") ? .insufficientStorage : .internalServerError
    }

    /// A reason without the folder that it names: `the folder is read-only`.
    private static func placeless(_ reason: String) -> String { reason.replacing(#/ /.+(?= (is|does) )/#, with: "") }

    private static func sentence(_ error: LibraryError) -> String {
        let text = error.description
        return text.prefix(1).uppercased() + text.dropFirst() + "."
    }
}

extension HTTPResponse.Status {
    static let insufficientStorage = HTTPResponse.Status(code: 507, reasonPhrase: "Insufficient Storage")
    static let unprocessableContent = HTTPResponse.Status(code: 422, reasonPhrase: "Unprocessable Content")
}

extension ToDoInputModel.Field {
    /// The member of the body that it is read from.
    fileprivate var key: String {
        switch self {
        case .title: "title"
        case .description: "description"
        case .date: "due"
        case .place: "place"
        case .address: "address"
        }
    }
}
