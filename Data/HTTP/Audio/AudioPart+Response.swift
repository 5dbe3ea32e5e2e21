import FermataDomain
import NIOHTTP1

/// What an answer means for a part that more was asked of.
extension AudioPart {
    /// How many bytes an answer goes on with, just where the part ends and with the same version.
    ///
    /// Nil for any other.
    func rest(in headers: HTTPHeaders) -> Int64? {
        guard let range = ContentRange(answer: headers), let bytes = range.bytes, bytes.lowerBound == length,
            range.total == total || range.total == nil || total == nil, isSameVersion(headers)
        else { return nil }
        return bytes.upperBound - bytes.lowerBound + 1
    }

    /// Whether an answer without any bytes says that the part is all there is.
    func isAll(by headers: HTTPHeaders) -> Bool {
        total == length && ContentRange(answer: headers)?.total == length && isSameVersion(headers)
    }

    /// How a reading begins that goes on with the part.
    func start(by headers: HTTPHeaders) -> AudioStart {
        AudioStart(
            offset: length, total: total ?? ContentRange(answer: headers)?.total, version: version,
            digest: AudioDigest.sha256(answer: headers))
    }

    private func isSameVersion(_ headers: HTTPHeaders) -> Bool {
        HTTPRevision(answer: headers)?.isSameVersion(as: HTTPRevision(version)) == true
    }
}

extension AudioStart {
    /// How a reading of the whole begins.
    init(whole headers: HTTPHeaders) {
        self.init(
            total: headers.first(name: "Content-Length").flatMap { Int64($0) },
            version: HTTPRevision.ofPart(answer: headers)?.text,
            digest: AudioDigest.sha256(answer: headers))
    }
}
