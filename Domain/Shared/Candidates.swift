/// The candidates that an error lists for an ambiguous name or id.
public enum Candidates {
    /// The maximum number of candidates in an error.
    public static let limit = 10
}
