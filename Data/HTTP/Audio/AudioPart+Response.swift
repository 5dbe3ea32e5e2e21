import FermataDomain
import NIOHTTP1

/// Interprets range responses for a partial file.
extension AudioPart {
    /// The number of bytes in a response that resumes the file exactly at its end and in the same version.
    ///
    /// Returns nil for any other response.
    func remainingCount(in headers: HTTPHeaders) -> Int64? {
        guard let range = ContentRange(headers), let bytes = range.bytes, bytes.lowerBound == length,
            range.total == total || range.total == nil || total == nil, isSameVersion(headers)
        else { return nil }
        return bytes.upperBound - bytes.lowerBound + 1
    }

    /// Whether a response with status 416 confirms that the file is already complete.
    func isComplete(_ headers: HTTPHeaders) -> Bool {
        total == length && ContentRange(headers)?.total == length && isSameVersion(headers)
    }

    /// The start of a download that resumes the file.
    func start(_ headers: HTTPHeaders) -> AudioStart {
        AudioStart(
            offset: length, total: total ?? ContentRange(headers)?.total, version: version,
            digest: AudioDigest.sha256(headers))
    }

    private func isSameVersion(_ headers: HTTPHeaders) -> Bool {
        HTTPRevision(headers)?.isSameVersion(as: HTTPRevision(version)) == true
    }
}

extension AudioStart {
    /// Creates the start of a complete download.
    init(_ headers: HTTPHeaders) {
        self.init(
            total: headers.first(name: "Content-Length").flatMap { Int64($0) },
            version: HTTPRevision.resumable(headers)?.text,
            digest: AudioDigest.sha256(headers))
    }
}
