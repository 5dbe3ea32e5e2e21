extension FixedWidthInteger {
    /// The integer part of a number. Numbers beyond the type's range become its bounds, and NaN becomes 0.
    package init(saturating number: Double) {
        self = Self(exactly: number.rounded(.towardZero)) ?? (number.isNaN ? 0 : number < 0 ? .min : .max)
    }

    /// The sum; one beyond the type's range becomes its bound.
    package func adding(saturating other: Self) -> Self {
        let (sum, overflows) = addingReportingOverflow(other)
        return overflows ? (other < 0 ? .min : .max) : sum
    }
}
