import FermataDomain
import Foundation

extension SourceFailureCause {
    /// The JSON text that the library stores.
    var storedText: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return (try? encoder.encode(storable)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    /// Decodes a stored text. Any other text, such as that of another version, becomes `other`.
    init(storedText: String) {
        self = (try? JSONDecoder().decode(Self.self, from: Data(storedText.utf8))) ?? .other(storedText)
    }

    /// The cause without a pause, which ends soon, and without paths and the texts of records and systems.
    private var storable: SourceFailureCause {
        switch self {
        case .status(let code, _): .status(code)
        case .folder(.unreadable(.other)), .folder(.unreadable(.notRepairable)): .folder(.unreadable(.unreadable))
        case .file(.unreadable(.other)): .file(.unreadable(.unreadable))
        case .command(.cannotStart(.other)): .command(.cannotStart(.unsupported))
        case .invalidSource(.credentials), .invalidSource(.invalidCertificates): .other("")
        case .content(.noValidRecords): .content(.invalidResponse)
        default: self
        }
    }
}
