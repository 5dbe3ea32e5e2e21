import Foundation

/// Encodes an image in kitty's graphics protocol, which several terminals support.
///
/// Source: https://sw.kovidgoyal.net/kitty/graphics-protocol/
package enum KittyImage {
    /// The protocol's limit of one chunk of base64 text, in bytes.
    private static let chunkBytes = 4096
    /// The escape sequence that deletes all images on the screen.
    package static let removal = "\u{1B}_Ga=d,q=2\u{1B}\\"

    /// Returns the escape sequence that draws the image at the cursor over `columns` × `rows` cells.
    ///
    /// The cursor does not move.
    package static func text(of pixels: Pixels, columns: Int, rows: Int) -> String {
        guard pixels.width > 0, pixels.height > 0 else { return "" }
        let payload = Array(Data(pixels.bytes).base64EncodedString().utf8)
        let header = "a=T,f=24,s=\(pixels.width),v=\(pixels.height),c=\(columns),r=\(rows),C=1,q=2,"
        return stride(from: 0, to: payload.count, by: chunkBytes).map { start in
            let end = min(start + chunkBytes, payload.count)
            let more = end < payload.count ? 1 : 0
            let chunk = String(decoding: payload[start..<end], as: UTF8.self)
            return "\u{1B}_G\(start == 0 ? header : "")m=\(more);\(chunk)\u{1B}\\"
        }.joined()
    }
}
