import FermataPresentation
import Testing

@Suite("The grid of a map")
struct MapGridTests {
    @Test("lines are 100 m apart, one in the middle and all on the map")
    func spacesLines() throws {
        let grid = MapGrid(MapModel(centre: try .at(37.5, 127), name: "hall"))
        #expect(grid.lines == [50, 150, 250, 350, 450])
        #expect(grid.scaleText == "100 m")
    }
}
