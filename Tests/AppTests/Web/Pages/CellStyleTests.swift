import Foundation
import Testing
import FermataApp

@Suite("The geometry of a row as a style sheet", .timeLimit(.minutes(3)))
struct CellStyleTests {
    @Test("it has the values of the layout, one pixel per point")
    func matchesLayout() {
        #expect(
            CellStyle(height: 60).text == """
                :root {
                  --cell-height: 60px;
                  --cell-artwork-x: 15px;
                  --cell-artwork-y: 5px;
                  --cell-artwork-width: 60px;
                  --cell-artwork-height: 50px;
                  --cell-title-x: 85px;
                  --cell-title-y: 5px;
                  --cell-title-width: calc(100% + -120px);
                  --cell-artist-gap: 2px;
                  --cell-title-font: 700 16px;
                  --cell-artist-font: 400 10px;
                  --cell-more-right: 20px;
                  --cell-more-middle: 30px;
                }

                """)
    }

    @Test("text has a contrast of 4.5:1 on every background, and symbols of 3:1", arguments: [0, 1])
    func hasContrast(scheme: Int) throws {
        let file = SourceTree.root.appending(path: "App/Web/Assets/fermata.css")
        let style = try String(contentsOf: file, encoding: .utf8)
        var colours: [String: Double] = [:]
        for match in style.matches(of: /--([a-z-]+): light-dark\(#([0-9a-f]{6}), #([0-9a-f]{6})\)/) {
            colours[String(match.output.1)] = Self.luminance(scheme == 0 ? match.output.2 : match.output.3)
        }
        for background in ["paper", "raised", "tint"] {
            for (text, least) in [("ink", 4.5), ("quiet", 4.5), ("accent", 4.5), ("problem", 4.5), ("gold", 3)] {
                let pair = [try #require(colours[text]), try #require(colours[background])].sorted()
                let contrast = (pair[1] + 0.05) / (pair[0] + 0.05)
                #expect(contrast >= least, "\(text) on \(background)")
            }
        }
    }

    /// The relative luminance of a colour: https://www.w3.org/TR/WCAG22/#dfn-relative-luminance
    private static func luminance(_ hexadecimal: Substring) -> Double {
        let number = Int(hexadecimal, radix: 16) ?? 0
        let parts = [number >> 16, number >> 8 & 0xFF, number & 0xFF].map { part in
            let value = Double(part) / 255
            return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
    }
}
