public import FermataDomain

extension DownloadError: ProblemConvertible {
    public func problem(for audience: ProblemModel.Audience) -> ProblemModel {
        let isUser = audience == .user
        let unchanged = "Existing downloads are unchanged."
        return switch self {
        case .cannotStore(let path, let failure):
            ProblemModel(
                failure == .full ? .storageFull : .cannotCreate,
                "Cannot store \(isUser ? path : "the download"): \(failure.clause).",
                hint: isUser ? "\(failure.advice) \(unchanged)" : unchanged)
        case .noSpace(let path, let needed, let free):
            ProblemModel(
                .storageFull,
                isUser
                    ? "Cannot store the download in \(path): \(ByteText(needed).text) are needed, "
                        + "\(ByteText(free).text) are free."
                    : "Cannot store the download: the disk is full.",
                hint: isUser ? "\(StorageFailure.full.advice) \(unchanged)" : unchanged)
        }
    }
}
