import CPNG
import CTurboJPEG
package import FermataDomain
import Foundation

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
