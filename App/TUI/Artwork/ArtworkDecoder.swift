import CPNG
import CTurboJPEG
package import FermataDomain
import Foundation

/// Unpacks pictures that come from outside, within limits.
package enum ArtworkDecoder {
    /// Pixels of the largest picture that is unpacked: 12 MB.
    private static let pixelLimit = 4_000_000
    /// Pixels of the largest JPEG of one scan, which is scaled down while it is unpacked.
    private static let oneScanLimit = 64 * pixelLimit
    /// Pixels of the largest JPEG of many scans, which is kept whole meanwhile: 96 MB.
    private static let manyScansLimit = 4 * pixelLimit

    /// The picture's pixels, scaled down while a JPEG is unpacked to no less than `size` where it can be.
    ///
    /// Nil for what is damaged, too large, or in a format that is not unpacked: GIF and WebP.
    package static func pixels(of picture: ArtworkImage, atLeast size: Int) -> Pixels? {
        switch picture.format {
        case .png: png(picture.bytes)
        case .jpeg: jpeg(picture.bytes, atLeast: size)
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
            let limit = JPEGHeader.hasManyScans(source) ? manyScansLimit : oneScanLimit
            var (width, height, sampling, space): (CInt, CInt, CInt, CInt) = (0, 0, 0, 0)
            guard
                tjDecompressHeader3(decoder, start, UInt(source.count), &width, &height, &sampling, &space) == 0,
                width > 0, height > 0, Int(width) <= limit / Int(height)
            else { return nil }
            let divisor = [8, 4, 2].first { Int(min(width, height)) / $0 >= size } ?? 1
            let (small, low) = ((Int(width) + divisor - 1) / divisor, (Int(height) + divisor - 1) / divisor)
            guard small <= pixelLimit / low else { return nil }
            var pixels = [UInt8](repeating: 0, count: small * low * 3)
            let code = tjDecompress2(
                decoder, start, UInt(source.count), &pixels, CInt(small), 0, CInt(low), CInt(TJPF_RGB.rawValue),
                TJFLAG_LIMITSCANS)
            // A picture whose end is missing is shown as far as it came.
            guard code == 0 || tjGetErrorCode(decoder) == CInt(TJERR_WARNING.rawValue) else { return nil }
            return Pixels(width: small, height: low, bytes: pixels)
        }
    }
}
