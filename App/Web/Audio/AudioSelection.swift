import FermataDomain
import HTTPTypes
import Hummingbird

/// The part of the audio that a request selects.
enum AudioSelection: Equatable {
    case complete
    /// A range that is not empty.
    case part(Range<Int64>)
    case notModified
    case notSatisfiable

    /// Evaluates the conditions in the order of RFC 9110, 13.2.2.
    init(_ request: Request, of audio: AudioProperties) {
        if let tags = request.headers[.ifNoneMatch], let tag = audio.entityTag, EntityTag.matches(tags, tag) {
            self = .notModified
            return
        }
        guard request.method == .get, let length = audio.length,
            let range = request.headers[.range].flatMap(ByteRange.init), Self.isCurrent(request, audio)
        else {
            self = .complete
            return
        }
        self = range.bytes(of: length).map(Self.part) ?? .notSatisfiable
    }

    /// Whether `If-Range` names this version, by a strong entity tag or by the date of the file.
    private static func isCurrent(_ request: Request, _ audio: AudioProperties) -> Bool {
        guard let validator = request.headers[.ifRange] else { return true }
        return validator == audio.entityTag || validator == audio.modified.map(HTTPDate.text)
    }
}
