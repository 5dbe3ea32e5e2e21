import FermataDomain
import Foundation
import Synchronization
import Testing

@Suite("Backing up and restoring the library")
struct RestoreLibraryUsecaseTests {
    private static let counts = LibrarySummary.Counts(songs: 3, bookmarks: 2, playlists: 1, toDos: 0)
    private static let backup = LibrarySummary(changed: Date(timeIntervalSince1970: 1), counts: counts)
    private static let present = LibrarySummary(changed: Date(timeIntervalSince1970: 2), counts: counts)

    @Test("a backup emits the events of the repository", arguments: [true, false])
    func backupEmitsEvents(replacing: Bool) async throws {
        let repository = BackupRepositoryStub()
        var events: [BackupEvent] = []
        let sequence = BackUpLibraryUsecase(repository: repository).execute(to: "file", replacing: replacing)
        for try await event in sequence { events.append(event) }
        #expect(repository.messages == [.backUp("file", replacing: replacing)])
        #expect(
            events == [
                .progress(BackupProgress(written: 1, total: 2)), .finished(LibraryBackup(path: "file", bytes: 2)),
            ])
    }

    @Test("restores after confirmation of both libraries")
    func restoresAfterConfirmation() async throws {
        let repository = BackupRepositoryStub(present: .readable(Self.present), backup: Self.backup)
        let asked = Mutex<[RestoreLibraryUsecase.Replacement]>([])
        let restored = try await RestoreLibraryUsecase(repository: repository, listener: .anyone).execute("file") {
            replacement in
            asked.withLock { $0.append(replacement) }
            return true
        }
        #expect(restored == RestoredLibrary(replacedPath: "old"))
        #expect(asked.withLock { $0 } == [.init(present: Self.present, backup: Self.backup)])
        #expect(repository.messages == [.stage("file"), .restore])
    }

    @Test("does not ask before it restores a missing library")
    func restoresMissingLibrary() async throws {
        let repository = BackupRepositoryStub(present: .missing, backup: Self.backup)
        let restored = try await RestoreLibraryUsecase(repository: repository, listener: .anyone).execute("file") { _ in
            false
        }
        #expect(restored != nil && repository.messages == [.stage("file"), .restore])
    }

    @Test("removes the copy if the answer is no")
    func removesUnconfirmedCopy() async throws {
        let repository = BackupRepositoryStub(present: .unreadable, backup: Self.backup)
        let restored = try await RestoreLibraryUsecase(repository: repository, listener: .anyone).execute("file") {
            replacement in
            #expect(replacement.present == nil)
            return false
        }
        #expect(restored == nil && repository.messages == [.stage("file"), .discard])
    }

    @Test("removes the copy and rethrows the errors of confirmation and restoring")
    func removesCopyAfterErrors() async throws {
        struct Refusal: Error {}
        let asking = BackupRepositoryStub(present: .unreadable, backup: Self.backup)
        await #expect(throws: Refusal.self) {
            try await RestoreLibraryUsecase(repository: asking, listener: .anyone).execute("file") { _ in
                throw Refusal()
            }
        }
        #expect(asking.messages == [.stage("file"), .discard])
        let error = LibraryError.busy(path: "library")
        let busy = BackupRepositoryStub(present: .missing, backup: Self.backup, failure: error)
        await #expect(throws: error) {
            try await RestoreLibraryUsecase(repository: busy, listener: .anyone).execute("file")
        }
        #expect(busy.messages == [.stage("file"), .restore, .discard])
    }

    @Test("shows no counts to a restricted listener")
    func hidesCounts() async throws {
        let repository = BackupRepositoryStub(present: .readable(Self.present), backup: Self.backup)
        let usecase = RestoreLibraryUsecase(repository: repository, listener: Listener(age: 12))
        let shown = Mutex<[RestoreLibraryUsecase.Replacement]>([])
        _ = try await usecase.execute("file") { replacement in
            shown.withLock { $0.append(replacement) }
            return true
        }
        let (present, backup) = (Self.present.changed, Self.backup.changed)
        #expect(
            shown.withLock { $0 } == [
                .init(
                    present: LibrarySummary(changed: present, counts: nil),
                    backup: LibrarySummary(changed: backup, counts: nil))
            ])
    }
}

/// Records the calls, and returns the libraries of a test.
private final class BackupRepositoryStub: LibraryBackupRepository, StagedLibrary {
    enum Message: Equatable {
        case backUp(String, replacing: Bool)
        case stage(String)
        case restore, discard
    }

    let backup: LibrarySummary
    let present: PresentLibrary
    private let failure: (any Error)?
    private let received = Mutex<[Message]>([])

    init(
        present: PresentLibrary = .missing, backup: LibrarySummary = LibrarySummary(changed: .distantPast, counts: nil),
        failure: (any Error)? = nil
    ) {
        (self.present, self.backup, self.failure) = (present, backup, failure)
    }

    var messages: [Message] { received.withLock { $0 } }

    func backUp(to path: String, replacing: Bool) -> any AsyncSequence<BackupEvent, any Error> & Sendable {
        received.withLock { $0.append(.backUp(path, replacing: replacing)) }
        return AsyncThrowingStream { continuation in
            continuation.yield(.progress(BackupProgress(written: 1, total: 2)))
            continuation.yield(.finished(LibraryBackup(path: path, bytes: 2)))
            continuation.finish()
        }
    }

    func stage(_ path: String) async throws -> any StagedLibrary {
        received.withLock { $0.append(.stage(path)) }
        return self
    }

    func restore() async throws -> RestoredLibrary {
        received.withLock { $0.append(.restore) }
        if let failure { throw failure }
        return RestoredLibrary(replacedPath: "old")
    }

    func discard() async { received.withLock { $0.append(.discard) } }
}
