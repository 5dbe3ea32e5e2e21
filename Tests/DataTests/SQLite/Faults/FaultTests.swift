import Foundation
import Testing

@Suite("A story in which an operation on a file fails")
struct FaultTests {
    /// The number of operations that fail in a usual run, per story and kind of fault. All fail if the environment has
    /// `FERMATA_ALL_FAULTS`.
    private static let sampleSize = 5

    @Test(
        "ends in a clear error or success, and can be repeated on the intact library",
        arguments: FaultStories.all)
    func survivesEachFault(story: FaultStory) async throws {
        let run = try await FaultRun(story)
        defer { run.removeFiles() }
        for (fault, count) in run.operations {
            #expect(count > 0)
            for number in Self.sample(of: count) { try await run.fail(number, fault) }
        }
    }

    /// The numbers of all operations, or of one in each part of the story.
    private static func sample(of count: Int) -> [Int] {
        let isComplete = ProcessInfo.processInfo.environment["FERMATA_ALL_FAULTS"] != nil
        if isComplete || count <= sampleSize { return Array(1...max(1, count)) }
        var random = SplitMix(state: UInt64(count))
        return (0..<sampleSize).map { part in
            let range = count * part / sampleSize..<count * (part + 1) / sampleSize
            return range.lowerBound + Int(random.next() % UInt64(range.count)) + 1
        }
    }
}
