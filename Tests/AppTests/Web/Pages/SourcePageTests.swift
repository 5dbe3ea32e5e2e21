import TestServer
import Testing
import WebDriver

extension BrowserTests {
    @Suite("Story: I manage my sources, on the page")
    struct SourcePageTests {
        private static let emptyText = "There is no source yet. Add one on the Sources page."
        private static let state = ".source [data-part='state']"

        @Test("Given a catalogue, when I add and sync it, then its row shows the songs at once")
        func addsAndSyncs() async throws {
            try await BandCatalogue.withSyncedLibrary { _, server in
                let address = server.url("/songs.ndjson")
                let program = try Program()
                try await program.run(words: ["todo", "add", "Hear Low"])
                try await BrowserTests.open("/sources", program) { browser, _ in
                    #expect(try await browser.texts(".empty") == [Self.emptyText])
                    try await browser.run("window.isTheSame = true")
                    try await browser.type("\(address)", into: "#source-address")
                    try await browser.type("radio", into: "#source-name")
                    try await browser.click(".add button")
                    try await browser.wait(for: "#message", toContain: "Added “radio”.")
                    try await browser.wait(for: ".source .title", toEqual: ["radio"])
                    try await browser.wait(for: "#count", toEqual: ["1 source"])
                    #expect(try await browser.texts(Self.state) == ["Not read yet: sync it to list its songs."])
                    try await browser.click(".source .check")
                    try await browser.wait(for: Self.state, toEqual: ["8 added"])
                    try await browser.wait(for: ".source .detail", toContain: "8 songs, updated just now")
                    #expect(try await browser.run("return window.isTheSame").flag)
                }
            }
        }

        @Test("Given a source, when I rename and then remove it, then each list says so")
        func renamesAndRemoves() async throws {
            try await open("/sources") { browser, served, _ in
                try await browser.click(".source .title a")
                try await browser.wait(forPage: "/sources/radio")
                try await browser.type("2", into: "#source-name")
                try await browser.click(".add button")
                try await browser.wait(forPage: "/sources")
                #expect(try await served.program.column("name", "source list") == ["radio2"])
                try await browser.click(".source .title a")
                try await browser.wait(forPage: "/sources/radio2")
                try await browser.click("[popovertarget='removal']")
                try await browser.click("#removal li:last-child button")
                try await browser.wait(forPage: "/sources")
                try await browser.wait(for: ".empty", toEqual: [Self.emptyText])
                #expect(try await served.program.column("name", "source list").isEmpty)
            }
        }

        @Test("Given the path of a folder, then the page refuses it and marks the field")
        func refusesFolders() async throws {
            try await open("/sources") { browser, served, _ in
                try await browser.type("/etc", into: "#source-address")
                try await browser.click(".add button")
                try await browser.wait(
                    for: "#message", toContain: "is added and moved only at the computer that has it")
                try await browser.wait(until: "document.querySelector('#source-address').ariaInvalid", is: "true")
                #expect(try await served.program.column("name", "source list") == ["radio"])
                #expect(try await browser.waitForConsoleMessage(containing: "403").count == 1)
            }
        }
    }
}
