public import Testing

extension Tag {
    /// Marks a suite that compares durations; `Tests/run` runs it alone, after all others.
    @Tag public static var quietMachine: Self
}
