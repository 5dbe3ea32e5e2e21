/// The error of failed downloads. The reasons are printed on standard error.
public struct DownloadsFailedError: ProblemConvertible {
    private let count: Int
    private let all: Int

    public init(count: Int, of all: Int) {
        self.count = count
        self.all = all
    }

    public func problem(for audience: ProblemModel.Audience) -> ProblemModel {
        ProblemModel(
            .incomplete, "\(CountText.grouped(count)) of \(CountText(all, "download").text) failed.",
            hint: "Try again with: fermata download. Or clear them with: fermata downloads --clear-failed")
    }
}
