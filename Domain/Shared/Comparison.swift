/// Returns the first comparison that is not 0, or else 0.
func firstDifference(_ comparisons: Int...) -> Int { comparisons.first { $0 != 0 } ?? 0 }

/// Returns a negative number, 0 or a positive one, as the first value is less, equal or greater; nil is the least.
func compare<Value: Comparable>(_ lhs: Value?, _ rhs: Value?) -> Int {
    switch (lhs, rhs) {
    case (let lhs?, let rhs?): lhs < rhs ? -1 : lhs > rhs ? 1 : 0
    case (nil, _?): -1
    case (_?, nil): 1
    case (nil, nil): 0
    }
}

/// Compares strings by code point, as databases do; Swift's `<` compares normal forms.
func compareCodePoints(_ lhs: String, _ rhs: String) -> Int {
    lhs.utf8.lexicographicallyPrecedes(rhs.utf8) ? -1 : rhs.utf8.lexicographicallyPrecedes(lhs.utf8) ? 1 : 0
}
