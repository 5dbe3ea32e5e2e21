import Benchmark
import FermataData
import FermataDomain
import FermataPresentation
import Foundation

/// Measures the offline geocoder and the texts of to-do rows.
func benchmarkToDos() {
    let geocoder = GazetteerGeocoder()
    let addresses = ["Seoul", "300 Olympic-ro, Songpa-gu, Seoul, South Korea", "서울특별시 송파구 올림픽로 300", "nowhere at all"]
    for address in addresses {
        Benchmark("GazetteerGeocoder: \(address)") { benchmark in
            for _ in benchmark.scaledIterations { blackHole(try await geocoder.places(at: address, limit: 5)) }
        }
    }
    let style = DateStyle(
        locale: Locale(identifier: "en_US"), calendar: Calendar(identifier: .gregorian), timeZone: .gmt)
    let toDos = (1...10_000).map { number in
        let moment = Moment(seconds: 1_800_000_000 + number * 3_600)
        let item = ToDoItem(
            title: "Gig \(number)", timestamp: moment.map(DueDate.moment), location: Location(name: "Hall"))
        return ToDo(number: number, item: item)
    }
    Benchmark("ToDoCellModel: texts of 10,000 rows") { benchmark in
        for _ in benchmark.scaledIterations {
            for toDo in toDos {
                let row = ToDoCellModel(toDo, style: style)
                blackHole(row.title)
                blackHole(row.dateText)
            }
        }
    }
}
