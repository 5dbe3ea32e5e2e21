public import Foundation

/// What an app sends to show whose account it uses.
public enum AccountCredentials: Sendable {
    /// A name, and a proof that the app knows the password: `proves` compares it with the real one in constant time.
    case name(String, proves: @Sendable (String) -> Bool)
    /// An API key.
    case key(String)
    /// The session that a browser began with a name and a password.
    case session(String)
}

/// Finds the account of a request.
public struct SignInUsecase: Sendable {
    /// How long a browser stays signed in, in seconds: a year.
    public static let sessionLifetime: TimeInterval = 365 * 24 * 60 * 60
    private let repository: any AccountRepository
    private let now: @Sendable () -> Date
    private let failures = FailedAttemptsLog()

    public init(repository: any AccountRepository, now: @escaping @Sendable () -> Date) {
        self.repository = repository
        self.now = now
    }

    /// Returns the account that credentials from an address show.
    ///
    /// Throws `AccountError.noAccounts`, `.wrongName` or `.wrongKey`, or `.tooManyAttempts` if too many attempts from
    /// the address, or for the name, have failed. A session cannot be guessed, so `.sessionEnded` is no such failure.
    public func execute(_ credentials: AccountCredentials, from address: String) async throws -> Account {
        if case .session = credentials {
            guard let account = try await account(with: credentials) else { throw AccountError.sessionEnded }
            return account
        }
        let subjects = FailedAttempts.Subject.all(of: credentials, from: address)
        guard await failures.allows(subjects, at: now()) else { throw AccountError.tooManyAttempts }
        if let account = try await account(with: credentials) { return account }
        if try await repository.accounts().isEmpty { throw AccountError.noAccounts }
        await failures.add(subjects, at: now())
        if case .key = credentials { throw AccountError.wrongKey }
        throw AccountError.wrongName
    }

    /// Begins the session of a browser that has signed in, and returns its text. Throws `AccountError.notFound` if the
    /// account was removed meanwhile.
    public func beginSession(of account: Account) async throws -> String {
        try await repository.makeSession(
            of: try AccountName(account.name), until: now().addingTimeInterval(Self.sessionLifetime))
    }

    private func account(with credentials: AccountCredentials) async throws -> Account? {
        switch credentials {
        case .session(let session): return try await repository.account(withSession: session, at: now())
        case .key(let key): return try await repository.account(withKey: key)
        case .name(let text, let proves):
            var secret: AccountSecret?
            if let name = try? AccountName(text) { secret = try await repository.secret(of: name) }
            // Compares an unknown name, too, so that the time shows little of which names exist.
            let isProven = proves(secret?.password ?? text)
            guard let secret, secret.password != nil, isProven else { return nil }
            return secret.account
        }
    }
}

/// Counts the attempts to sign in that failed, and blocks who has made too many.
///
/// Within `period`, an address may fail `pairLimit` times with one name, and `limit` times with all names; a name may
/// fail `limit` times from all addresses. So an app with an old password does not lock out the others of its network. At
/// most `subjectLimit` subjects are remembered; then those with the earliest failures are forgotten.
package struct FailedAttempts: Sendable {
    package enum Subject: Hashable, Sendable {
        case address(String)
        case name(AccountName)
        case pair(address: String, AccountName)

        static func all(of credentials: AccountCredentials, from address: String) -> [Subject] {
            guard case .name(let text, _) = credentials, let name = try? AccountName(text) else {
                return [.address(address)]
            }
            return [.address(address), .name(name), .pair(address: address, name)]
        }

        fileprivate var limit: Int {
            switch self {
            case .address, .name: FailedAttempts.limit
            case .pair: FailedAttempts.pairLimit
            }
        }
    }

    package static let period: TimeInterval = 300
    package static let (pairLimit, limit) = (20, 200)
    package static let subjectLimit = 10_000

    private struct Failures {
        var count = 1
        /// The time of the first one; after the period, they are counted anew.
        let first: Date
    }

    private var failures: [Subject: Failures] = [:]

    package init() {}

    package func allows(_ subjects: [Subject], at now: Date) -> Bool {
        subjects.allSatisfy { subject in
            guard let known = failures[subject], Self.isCurrent(known, at: now) else { return true }
            return known.count < subject.limit
        }
    }

    /// Amortized O(1).
    package mutating func add(_ subjects: [Subject], at now: Date) {
        for subject in subjects {
            if let known = failures[subject], Self.isCurrent(known, at: now) {
                failures[subject]?.count += 1
            } else {
                failures[subject] = Failures(first: now)
            }
        }
        guard failures.count > Self.subjectLimit else { return }
        failures = failures.filter { Self.isCurrent($0.value, at: now) }
        guard failures.count > Self.subjectLimit / 2 else { return }
        let latest = failures.sorted { $0.value.first > $1.value.first }.prefix(Self.subjectLimit / 2)
        failures = Dictionary(uniqueKeysWithValues: latest.map { ($0.key, $0.value) })
    }

    /// A clock that was set back ends a period as well.
    private static func isCurrent(_ failures: Failures, at now: Date) -> Bool {
        (0..<period).contains(now.timeIntervalSince(failures.first))
    }
}

/// The failed attempts of a server.
private actor FailedAttemptsLog {
    private var attempts = FailedAttempts()

    func allows(_ subjects: [FailedAttempts.Subject], at now: Date) -> Bool { attempts.allows(subjects, at: now) }

    func add(_ subjects: [FailedAttempts.Subject], at now: Date) { attempts.add(subjects, at: now) }
}
