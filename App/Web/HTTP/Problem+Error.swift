import FermataDomain
import FermataPresentation
import HTTPTypes
import NIOCore

extension Problem {
    /// The problem document of an error, without paths of this computer.
    init(_ error: any Error) {
        switch error {
        case let problem as Problem: self = problem
        case let error as LibraryError: self.init(of: error)
        case let error as MusicError: self.init(of: error)
        case let error as ArtistError: self.init(of: error)
        case let error as PlaylistError: self.init(of: error)
        case let error as SourceError: self.init(of: error)
        case let error as DownloadError: self.init(of: error)
        case let error as ToDoError: self.init(of: error)
        case let failure as SourceFailure: self.init(.badGateway, "\(failure.address): \(failure.reason)")
        case let problem as ToDoInputProblem: self.init(.unprocessableContent, problem.text, field: problem.field.key)
        case DownloadQueue.Failure.full:
            self = .later("\(DownloadQueue.limit) downloads are already queued.", seconds: 60)
        case DownloadQueue.Failure.ended: self = .later("The server is stopping.", seconds: 2)
        case is NIOTooManyBytesError: self.init(.contentTooLarge, "The body is too large.")
        case is CancellationError: self = .later("The server is stopping.", seconds: 2)
        default: self.init(.internalServerError, "Something went wrong in the server.")
        }
    }

    private init(of error: MusicError) {
        switch error {
        case .notFound(let id): self.init(.notFound, "No music has the id \(id).")
        case .ambiguousID(let id, let candidates):
            self.init(.conflict, "Several ids begin with \(id).", candidates: candidates.map(\.id.description))
        case .restricted: self = .restricted
        }
    }

    private init(of error: ArtistError) {
        switch error {
        case .notFound(let name): self.init(.notFound, "No artist’s name contains “\(name)”.")
        case .ambiguousName(let name, let candidates):
            self.init(.conflict, "The names of several artists contain “\(name)”.", candidates: candidates.map(\.name))
        case .restricted: self = .restricted
        }
    }

    private init(of error: PlaylistError) {
        switch error {
        case .notFound(let name): self.init(.notFound, "No playlist is called \(name).")
        case .ambiguousName(let name, let candidates):
            self.init(
                .conflict, "The names of several playlists contain “\(name)”.",
                candidates: candidates.map(\.id.description))
        case .restricted: self = .restricted
        }
    }

    private init(of error: ToDoError) {
        switch error {
        case .notFound(let number): self.init(.notFound, "No to-do has the number \(number).")
        case .blankTitle: self.init(.unprocessableContent, "A to-do needs a title.", field: "title")
        }
    }

    private init(of error: SourceError) {
        switch error {
        case .notFound(let name, _): self.init(.notFound, "No source is called \(name).")
        case .alreadyExists(let name): self.init(.conflict, "A source is called \(name) already.")
        case .tooMany(let limit): self.init(.conflict, "The library has \(limit) sources already.")
        default:
            self.init(.unprocessableContent, "The source cannot be added: \(SourceErrorText(error).text).")
        }
    }

    private init(of error: DownloadError) {
        switch error {
        case .cannotStore(_, let failure):
            self.init(
                Self.status(of: failure),
                "The file cannot be stored: \(StorageFailureText(failure).text). Existing files are unchanged.")
        case .noSpace: self.init(.insufficientStorage, "There is no room for the file.")
        }
    }

    private init(of error: LibraryError) {
        switch error {
        case .busy: self = .later("Another program is changing the library.", seconds: 1)
        case .damaged:
            self = .later("The library turned out to be damaged. The server ends: start it again.", seconds: 10)
        case .cannotOpen(_, let failure):
            self.init(.internalServerError, "The library cannot be read: \(StorageFailureText(failure).text).")
        case .cannotWrite(_, let failure):
            self.init(
                Self.status(of: failure),
                "The library cannot be changed: \(StorageFailureText(failure).text). What it held is safe.")
        case .newerVersion: self.init(.internalServerError, "The library was made by a newer Fermata.")
        }
    }

    private static let restricted = Problem(.forbidden, "This music is left out for a listener of this age.")

    private static func status(of failure: StorageFailure) -> HTTPResponse.Status {
        failure == .full ? .insufficientStorage : .internalServerError
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
