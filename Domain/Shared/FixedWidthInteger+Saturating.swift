extension FixedWidthInteger {
    /// The integer part of a number. Numbers beyond the type's range become its bounds, and NaN becomes 0.
    package init(saturating number: Double) {
        self = Self(exactly: number.rounded(.towardZero)) ?? (number.isNaN ? 0 : number < 0 ? .min : .max)
    }
}
