import Foundation

/// Draws a picture by kitty's protocol, which several terminals speak.
///
/// Source: https://sw.kovidgoyal.net/kitty/graphics-protocol/
package enum KittyImage {
    /// Bytes of one piece of the text that a picture is sent as.
    private static let pieceBytes = 4096
    /// Takes all pictures from the screen.
    package static let removal = "\u{1B}_Ga=d,q=2\u{1B}\\"

    /// Places the picture where the cursor is, which stays there, over so many columns and rows.
    package static func text(of pixels: Pixels, columns: Int, rows: Int) -> String {
        guard pixels.width > 0, pixels.height > 0 else { return "" }
        let content = Array(Data(pixels.bytes).base64EncodedString().utf8)
        let head = "a=T,f=24,s=\(pixels.width),v=\(pixels.height),c=\(columns),r=\(rows),C=1,q=2,"
        return stride(from: 0, to: content.count, by: pieceBytes).map { start in
            let end = min(start + pieceBytes, content.count)
            let more = end < content.count ? 1 : 0
            let piece = String(decoding: content[start..<end], as: UTF8.self)
            return "\u{1B}_G\(start == 0 ? head : "")m=\(more);\(piece)\u{1B}\\"
        }.joined()
    }
}
