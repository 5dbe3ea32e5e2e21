import CTagReader
import FermataDomain
import Foundation

/// Reads the tags and pictures of audio files with TagLib.
enum TagReader {
    /// The bytes that the tags and pictures of one file may need.
    static let byteLimit: Int64 = 16 << 20

    /// If the file is named as audio, MPEG audio may begin after other bytes. Throws `FileFailure`.
    static func tags(of file: AudioFile, isNamedAudio: Bool) throws(FileFailure) -> AudioTags {
        var properties = tag_reader_properties()
        var tags = AudioTags()
        let result = withUnsafeMutablePointer(to: &tags) { context in
            tag_reader_read(
                file.descriptor, byteLimit, isNamedAudio, &properties,
                { context, tag, key, value, size in
                    guard let key, let value, let tags = context?.assumingMemoryBound(to: AudioTags.self) else {
                        return
                    }
                    let bytes = UnsafeRawBufferPointer(start: value, count: size)
                    tags.pointee.add(String(cString: key), bytes, tag: Int(tag))
                }, context)
        }
        try check(result)
        tags.decodeMarkedValues()
        tags.duration = .milliseconds(max(0, properties.milliseconds))
        tags.hasPicture = properties.has_picture
        return tags
    }

    /// Returns the front cover or the first picture, or nil if the file has none. Throws `FileFailure`.
    static func picture(in file: AudioFile) throws(FileFailure) -> Data? {
        var picture: Data?
        let result = withUnsafeMutablePointer(to: &picture) { context in
            tag_reader_picture(
                file.descriptor, byteLimit,
                { context, bytes, size in
                    guard let bytes else { return }
                    context?.assumingMemoryBound(to: Data?.self).pointee = Data(bytes: bytes, count: size)
                }, context)
        }
        try check(result)
        return picture
    }

    private static func check(_ result: tag_reader_result) throws(FileFailure) {
        switch result {
        case tag_reader_success: return
        case tag_reader_too_large: throw .tagsTooLarge(limit: Int(byteLimit))
        case tag_reader_io_error: throw .storage(.hardware)
        default: throw .notAudio
        }
    }
}
