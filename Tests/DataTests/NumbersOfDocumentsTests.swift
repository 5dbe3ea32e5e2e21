import AudioFiles
import FermataContracts
import FermataData
import FermataDomain
import Foundation
import TestServer
import TestTraits
import Testing

/// Each number is read as some value or rejected; none ends the program.
@Suite("Numbers of documents")
struct NumbersOfDocumentsTests {
    @Test("a catalogue's records have any number", arguments: ExtremeNumbers.json)
    func readsCatalogue(number: String) throws {
        let keys = ["duration", "popularity", "year", "track", "disc", "id"]
        let records = keys.map { key in
            #"{"title":"Song","id":"\#(key)x","duration":1,"\#(key)":\#(number)}"#
        }
        let reading = try DocumentReading("[\(records.joined(separator: ","))]")
        #expect(reading.music.count + reading.rejected.count == keys.count)
    }

    @Test("a calendar's to-dos have any number", arguments: ExtremeNumbers.texts)
    func readsCalendar(number: String) async throws {
        let properties = [
            "GEO:\(number);\(number)", "DUE:\(number)", "PERCENT-COMPLETE:\(number)", "X-FERMATA-MUSIC:\(number)",
        ]
        for property in properties + ["W", "D"].map({ "DTSTART:20260101\r\nDURATION:P\(number)\($0)" })
            + ["H", "M", "S"].map({ "DTSTART:20260101T100000Z\r\nDURATION:PT\(number)\($0)" })
        {
            let reading = try await ToDoReading(
                calendar(toDo: "SUMMARY:Hear", property), as: Repositories.iCalendar)
            #expect(reading.records.count == 1)
        }
    }

    @Test("a property list's to-dos have any number", arguments: ExtremeNumbers.texts)
    func readsPropertyList(number: String) async throws {
        for type in ["integer", "real", "string"] {
            let value = "<\(type)>\(number)</\(type)>"
            let place = "<dict><key>latitude</key>\(value)<key>longitude</key>\(value)</dict>"
            for pair in ["timestamp\(value)", "location\(place)", "done\(value)", "music\(value)"] {
                let start = pair.firstIndex(of: "<") ?? pair.endIndex
                let record = "<key>title</key><string>Hear</string><key>\(pair[..<start])</key>\(pair[start...])"
                let reading = try await ToDoReading(
                    "<plist><array><dict>\(record)</dict></array></plist>", as: Repositories.propertyList)
                #expect(reading.records.count == 1 || reading.error != nil)
            }
        }
    }

    @Test("lyrics have any number", arguments: ExtremeNumbers.texts)
    func readsLyrics(number: String) {
        for code in ["[\(number):00.00]", "[00:\(number)]", "[00:00.\(number)]", "[offset:\(number)][00:01]"] {
            #expect(Lyrics(lrc: code + "la").lines.count == 1)
        }
    }

    @Test("a geocoder's places have any number", arguments: ExtremeNumbers.json)
    func readsPlaces(number: String) async throws {
        try await withServer { server, fetcher in
            server.answer("/search", .json(#"[{"lat":\#(number),"lon":\#(number),"display_name":"here"}]"#))
            let places = try? await fetcher.nominatim(server).places(at: "somewhere", limit: 5)
            #expect(places?.count ?? 1 == 1)
        }
    }

    @Test("a server's Retry-After has any number", arguments: ExtremeNumbers.texts)
    func readsRetryAfter(number: String) {
        let duration = RetryAfter(number, now: Date())?.duration ?? .zero
        #expect(duration >= .zero && duration <= .seconds(Int64(Int32.max)))
    }

    @Test("a folder's playlist has any number", arguments: ExtremeNumbers.texts)
    func readsPlaylist(number: String) async throws {
        let folder = MusicFolder()
        try folder.write(Data("[playlist]\nFile\(number)=a.mp3\nNumberOfEntries=\(number)".utf8), to: "List.pls")
        try folder.write(
            Data("<track><location>&#\(number);&#x\(number);</location></track>".utf8), to: "List.xspf")
        try folder.write(Data("#EXTINF:\(number),Song\na.mp3".utf8), to: "List.m3u")
        let fetched = try await FolderPlaylistRepository(folder: folder.path).playlistBatches(since: nil).collected()
        #expect(fetched.batches.flatMap(\.playlists).count == 3)
    }
}
