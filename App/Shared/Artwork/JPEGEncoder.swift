import CTurboJPEG
package import Foundation

/// Encodes pixels as JPEG.
package enum JPEGEncoder {
    private static let quality: CInt = 85

    /// Returns nil for an image without pixels.
    package static func bytes(of pixels: Pixels) -> Data? {
        guard pixels.width > 0, pixels.height > 0, let encoder = tjInitCompress() else { return nil }
        defer { tjDestroy(encoder) }
        var (target, count): (UnsafeMutablePointer<UInt8>?, UInt) = (nil, 0)
        defer { tjFree(target) }
        let code = tjCompress2(
            encoder, pixels.bytes, CInt(pixels.width), 0, CInt(pixels.height), CInt(TJPF_RGB.rawValue), &target, &count,
            CInt(TJSAMP_420.rawValue), quality, 0)
        guard code == 0, let target else { return nil }
        return Data(bytes: target, count: Int(count))
    }
}
