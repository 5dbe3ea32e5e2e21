import FermataDomain
import FermataPresentation
import Foundation
import Testing

@Suite("The speed of downloads")
struct DownloadSpeedTests {
    private let start = Date(timeIntervalSince1970: 0)

    @Test("the speed is shown after half a second, since the first report")
    func showsSpeed() {
        var speed = DownloadSpeed()
        #expect(speed.line(of: row(1_000), at: start) == "Changes by David Bowie: 1.0 of 9.0 kB, 45 %")
        #expect(speed.line(of: row(2_000), at: start + 0.5) == "Changes by David Bowie: 2.0 of 9.0 kB, 45 %")
        let later = speed.line(of: row(5_000), at: start + 2)
        #expect(later == "Changes by David Bowie: 5.0 of 9.0 kB, 45 %, 2.0 kB a second")
    }

    @Test("a new download starts a new measurement; an ended one has no line")
    func restartsMeasurement() {
        var speed = DownloadSpeed()
        _ = speed.line(of: row(1_000), at: start)
        #expect(speed.line(of: row(9_000, .waiting), at: start + 1) == nil)
        #expect(speed.line(of: row(1_000), at: start + 9) == "Changes by David Bowie: 1.0 of 9.0 kB, 45 %")
    }

    private func row(_ received: Int64, _ state: DownloadState = .downloading(fraction: 0.45)) -> DownloadCellModel {
        DownloadCellModel(Download(music: .changes(), state: state, received: received, length: 9_000), for: .user)
    }
}
