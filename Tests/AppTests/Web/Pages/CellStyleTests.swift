import Testing
import fermata

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
}
