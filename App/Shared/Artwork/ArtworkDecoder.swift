import CPNG
import CTurboJPEG
import Dispatch
package import FermataDomain
import Foundation
import Synchronization

/// Decodes images from untrusted sources into pixels, within fixed memory limits.
package enum ArtworkDecoder {
    /// The largest decoded image, in pixels (12 MB).
    private static let pixelLimit = 4_000_000
    /// The largest baseline JPEG, in pixels. The decoder scales it down while decoding.
    private static let baselinePixelLimit = 64 * pixelLimit
    /// The largest progressive JPEG, in pixels. The decoder buffers all its coefficients (96 MB).
    private static let progressivePixelLimit = 4 * pixelLimit

    /// Returns the pixels of an image; a JPEG is scaled down while decoding, to no less than `size` pixels a side.
    ///
    /// Returns nil for damaged and oversized images, and for GIF and WebP.
    package static func pixels(of image: ArtworkImage, atLeast size: Int) -> Pixels? {
        switch image.format {
        case .png: png(image.bytes)
        case .jpeg: jpeg(image.bytes, atLeast: size)
        case .gif, .webp: nil
        }
    }

    /// Source: http://www.libpng.org/pub/png/libpng-manual.txt, V. Simplified API.
    private static func png(_ bytes: Data) -> Pixels? {
        bytes.withUnsafeBytes { source in
            var image = png_image()
            image.version = png_uint_32(PNG_IMAGE_VERSION)
            defer { png_image_free(&image) }
            guard png_image_begin_read_from_memory(&image, source.baseAddress, source.count) != 0 else { return nil }
            let (width, height) = (Int(image.width), Int(image.height))
            guard width > 0, height > 0, width <= pixelLimit / height else { return nil }
            image.format = png_uint_32(PNG_FORMAT_FLAG_COLOR)
            var pixels = [UInt8](repeating: 0, count: width * height * 3)
            var background = png_color(red: 128, green: 128, blue: 128)
            guard png_image_finish_read(&image, &background, &pixels, 0, nil) != 0 else { return nil }
            return Pixels(width: width, height: height, bytes: pixels)
        }
    }

    /// Source: https://rawcdn.githack.com/libjpeg-turbo/libjpeg-turbo/main/doc/turbojpeg/group___turbo_j_p_e_g.html
    private static func jpeg(_ bytes: Data, atLeast size: Int) -> Pixels? {
        guard let decoder = tjInitDecompress() else { return nil }
        defer { tjDestroy(decoder) }
        return bytes.withUnsafeBytes { source in
            let start = source.bindMemory(to: UInt8.self).baseAddress
            let limit = JPEGHeader.hasManyScans(source) ? progressivePixelLimit : baselinePixelLimit
            var (width, height, sampling, space): (CInt, CInt, CInt, CInt) = (0, 0, 0, 0)
            guard
                tjDecompressHeader3(decoder, start, UInt(source.count), &width, &height, &sampling, &space) == 0,
                width > 0, height > 0, Int(width) <= limit / Int(height)
            else { return nil }
            let divisor = [8, 4, 2].first { Int(min(width, height)) / $0 >= size } ?? 1
            let scaled = (width: (Int(width) + divisor - 1) / divisor, height: (Int(height) + divisor - 1) / divisor)
            guard scaled.width <= pixelLimit / scaled.height else { return nil }
            var pixels = [UInt8](repeating: 0, count: scaled.width * scaled.height * 3)
            let code = tjDecompress2(
                decoder, start, UInt(source.count), &pixels, CInt(scaled.width), 0, CInt(scaled.height),
                CInt(TJPF_RGB.rawValue), TJFLAG_LIMITSCANS)
            // A truncated JPEG decodes with a warning; its first rows are still worth showing.
            guard code == 0 || tjGetErrorCode(decoder) == CInt(TJERR_WARNING.rawValue) else { return nil }
            return Pixels(width: scaled.width, height: scaled.height, bytes: pixels)
        }
    }
}

/// Decodes images one at a time on a dispatch queue, so that decoding does not block the cooperative thread pool.
enum ArtworkDecodingQueue {
    private static let queue = DispatchQueue(label: "artwork-decoding", qos: .utility)

    /// Runs `body` on the queue. Throws `CancellationError` if the task is cancelled before `body` starts.
    static func run<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async throws -> Value {
        try Task.checkCancellation()
        let isCancelled = Atomic(false)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                queue.async {
                    continuation.resume(
                        with: isCancelled.load(ordering: .relaxed) ? .failure(CancellationError()) : .success(body()))
                }
            }
        } onCancel: {
            isCancelled.store(true, ordering: .relaxed)
        }
    }
}

/// Reads the markers of a JPEG up to its first scan.
///
/// Source: ITU-T T.81, annex B.
package enum JPEGHeader {
    /// Returns whether the image has several scans, so that a decoder has to buffer all its coefficients.
    ///
    /// Complexity: O(*n*), where *n* is the length of the header.
    package static func hasManyScans(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var components: UInt8 = 0
        var index = 0
        while let marker = marker(in: bytes, from: &index) {
            switch marker {
            case 0x01, 0xD0...0xD9: continue
            case 0xC2, 0xC6, 0xCA, 0xCE: return true
            case 0xDA: return bytes.count > index + 2 && bytes[index + 2] < components
            case 0xC0, 0xC1, 0xC3, 0xC5, 0xC7, 0xC9, 0xCB, 0xCD, 0xCF:
                if bytes.count > index + 7 { components = bytes[index + 7] }
            default: break
            }
            guard bytes.count > index + 1 else { return false }
            index += Int(bytes[index]) << 8 | Int(bytes[index + 1])
        }
        return false
    }

    /// Returns whether viewers turn or mirror the image, as its Exif data states. Other metadata is ignored.
    ///
    /// Complexity: O(*n*), where *n* is the length of the header. Source: Exif 2.32, 4.6.4, tag 274.
    package static func isTurned(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var index = 0
        while let marker = marker(in: bytes, from: &index), marker != 0xDA {
            if marker == 0x01 || 0xD0...0xD9 ~= marker { continue }
            guard bytes.count > index + 1 else { return false }
            let end = min(bytes.count, index + (Int(bytes[index]) << 8 | Int(bytes[index + 1])))
            if marker == 0xE1, end > index + 8, bytes[(index + 2)..<(index + 8)].elementsEqual("Exif\0\0".utf8) {
                return (2...8).contains(orientation(UnsafeRawBufferPointer(rebasing: bytes[(index + 8)..<end])))
            }
            index = max(end, index + 2)
        }
        return false
    }

    /// The orientation in a TIFF structure; 1, upright, without one.
    private static func orientation(_ tiff: UnsafeRawBufferPointer) -> Int {
        let isLittleEndian = tiff.starts(with: "II".utf8)
        func number(at start: Int, _ count: Int) -> Int? {
            guard start >= 0, start + count <= tiff.count else { return nil }
            let part = tiff[start..<(start + count)]
            return (isLittleEndian ? Array(part.reversed()) : Array(part)).reduce(0) { $0 << 8 | Int($1) }
        }
        guard let directory = number(at: 4, 4), let count = number(at: directory, 2) else { return 1 }
        for entry in 0..<count {
            let start = directory + 2 + 12 * entry
            guard let tag = number(at: start, 2) else { return 1 }
            if tag == 274 { return number(at: start + 8, 2) ?? 1 }
        }
        return 1
    }

    /// Returns the next marker, skipping other bytes, and advances `index` past it.
    private static func marker(in bytes: UnsafeRawBufferPointer, from index: inout Int) -> UInt8? {
        while index + 1 < bytes.count {
            let (first, second) = (bytes[index], bytes[index + 1])
            index += 1
            if first != 0xFF || second == 0xFF { continue }
            index += 1
            if second != 0 { return second }
        }
        return nil
    }
}
