public import Foundation

/// Large audio files that contain only silence.
public enum SilentAudio {
    /// 48,000 samples of two channels of 16 bits.
    public static let bytesPerSecond = 192_000

    /// A WAV file (http://soundfile.sapp.org/doc/WaveFormat).
    public static func wav(seconds: Int) -> Data {
        let length = UInt32(seconds * bytesPerSecond)
        var file = Data("RIFF".utf8)
        file.append(integer: 36 + length)
        file += Data("WAVEfmt ".utf8)
        file.append(integer: UInt32(16))
        for value in [1, 2] as [UInt16] { file.append(integer: value) }
        for value in [48_000, UInt32(bytesPerSecond)] { file.append(integer: value) }
        for value in [4, 16] as [UInt16] { file.append(integer: value) }
        file += Data("data".utf8)
        file.append(integer: length)
        return file + Data(count: Int(length))
    }
}

extension Data {
    fileprivate mutating func append(integer: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: integer.littleEndian) { append(contentsOf: $0) }
    }
}
