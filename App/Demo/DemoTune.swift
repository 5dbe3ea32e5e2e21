import Foundation

/// A tune as a WAV file, made of sine waves.
///
/// “We Wish You a Merry Christmas”, which is in the public domain.
///
/// Source of the format: Microsoft, “Multimedia Programming Interface and Data Specifications 1.0”, chapter 3.
enum DemoTune {
    private static let rate = 22_050
    private static let beat = 0.32

    /// Semitones above A4, and beats.
    private static let notes: [(pitch: Double, beats: Double)] = [
        (-2, 1), (3, 1), (3, 0.5), (5, 0.5), (3, 0.5), (2, 0.5), (0, 1), (0, 1), (0, 1),
        (5, 1), (5, 0.5), (7, 0.5), (5, 0.5), (3, 0.5), (2, 1), (-2, 1), (-2, 1),
        (7, 1), (7, 0.5), (8, 0.5), (7, 0.5), (5, 0.5), (3, 1), (0, 1), (-2, 0.5), (-2, 0.5),
        (0, 1), (5, 1), (2, 1), (3, 2),
    ]

    static let wav: Data = {
        let samples = notes.flatMap { wave(of: $0) }
        var file = Data()
        file.append(contentsOf: "RIFF".utf8)
        file.append(UInt32(36 + samples.count * 2))
        file.append(contentsOf: "WAVEfmt ".utf8)
        file.append(UInt32(16))
        file.append(UInt16(1))
        file.append(UInt16(1))
        file.append(UInt32(rate))
        file.append(UInt32(rate * 2))
        file.append(UInt16(2))
        file.append(UInt16(16))
        file.append(contentsOf: "data".utf8)
        file.append(UInt32(samples.count * 2))
        for sample in samples { file.append(UInt16(bitPattern: sample)) }
        return file
    }()

    /// A note that fades out, so that two equal notes sound separate.
    private static func wave(of note: (pitch: Double, beats: Double)) -> [Int16] {
        let frequency = 440 * pow(2, note.pitch / 12)
        let count = Int(note.beats * beat * Double(rate))
        return (0..<count).map { index in
            let time = Double(index) / Double(rate)
            let fade = 1 - Double(index) / Double(count)
            return Int16(9_000 * fade * sin(2 * .pi * frequency * time))
        }
    }
}

extension Data {
    fileprivate mutating func append<Number: FixedWidthInteger>(_ number: Number) {
        Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
    }
}
