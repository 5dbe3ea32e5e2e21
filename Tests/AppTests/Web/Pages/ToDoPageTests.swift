import TestTraits
import Testing
import WebDriver

extension BrowserTests {
    @Suite("Story: I plan what to hear next, on the page")
    struct ToDoPageTests {
        private static func titles(_ section: String) -> String {
            "section[aria-labelledby='section-\(section)'] .title"
        }

        @Test("Given a to-do, when I check it, then it moves to Done, and back when unchecked")
        func checksAndUnchecks() async throws {
            let program = try Program()
            for title in ["Hear Low", "Buy Hunky Dory"] { try await program.run(words: ["todo", "add", title]) }
            try await BrowserTests.open("/to-dos", program) { browser, _ in
                try await browser.run("window.isTheSame = true")
                try await browser.click("[data-key='to-do-1'] .check")
                try await browser.wait(for: "return document.querySelector('.done s')?.textContent === 'Hear Low'")
                try await browser.wait(for: Self.titles("To-do"), toEqual: ["Buy Hunky Dory"])
                try await browser.wait(for: Self.titles("Done"), toEqual: ["Hear Low"])
                try await browser.wait(until: "document.querySelector('.done a')", is: .null)
                try await browser.wait(until: "document.activeElement.closest('li').dataset.key", is: "to-do-1")
                #expect(try await program.column("title", "todo list --done") == ["Hear Low"])
                try await browser.click("[data-key='to-do-1'] .check")
                try await browser.wait(for: "return document.querySelector('.done') === null")
                try await browser.wait(for: Self.titles("To-do"), toEqual: ["Buy Hunky Dory", "Hear Low"])
                #expect(try await browser.run("return window.isTheSame").flag)
            }
        }

        @Test(
            "Given the form, when I fill it in, then the to-do is added with its coordinate")
        func addsToDo() async throws {
            try await open("/to-dos") { browser, served, _ in
                #expect(try await browser.texts(".empty") == ["Nothing is planned.", "Nothing is done yet."])
                try await browser.type("Carols", into: "#add-what")
                // The pickers of a date and a time read digits in the order of the browser's language.
                try await browser.type("12242026", into: "#add-due")
                try await browser.type("0730PM", into: "#add-time")
                try await browser.type("Lotte Concert Hall", into: "#add-place")
                try await browser.type("Songpa-gu, Seoul", into: "#add-address")
                try await browser.click("#add button")
                let shown = "return document.querySelector('#message').textContent || null"
                let message = try await browser.wait(for: shown).text
                #expect(message?.contains("Added “Carols”.") == true && message?.contains("Seoul") == true)
                try await browser.wait(for: ".to-do", toContain: "12/24/2026")
                try await browser.wait(for: ".to-do", toContain: "7:30")
                try await browser.wait(for: ".to-do .title", toEqual: ["Carols"])
                try await browser.wait(until: "document.querySelector('#add-what').value", is: "")
                #expect(try await served.program.column("place", "todo") == ["Lotte Concert Hall"])
            }
        }

        @Test("Given an unknown address, then the to-do is added, and a better one completes it")
        func completesUnknownAddress() async throws {
            try await open("/to-dos") { browser, served, _ in
                try await browser.type("Carols", into: "#add-what")
                try await browser.type("Qwertyuiop", into: "#add-address")
                try await browser.click("#add button")
                try await browser.wait(for: "#message", toContain: "no place was found for “Qwertyuiop”")
                try await browser.wait(until: "document.activeElement.id", is: "add-address")
                try await browser.wait(until: "document.querySelector('#add-what').value", is: "Carols")
                try await browser.type(", Seoul", into: "#add-address")
                // The message covers the button.
                try await browser.press(.enter)
                try await browser.wait(for: "#message", toContain: "Saved “Carols”.")
                try await browser.wait(until: "document.querySelector('#add-what').value", is: "")
                try await browser.type("Heroes", into: "#add-what")
                try await browser.type("Qwertyuiop", into: "#add-address")
                try await browser.press(.enter)
                try await browser.wait(for: "#message", toContain: "Added “Heroes”.")
                try await browser.type(" and Villains", into: "#add-what")
                try await browser.press(.enter)
                try await browser.wait(for: "#message", toContain: "Added “Heroes and Villains”.")
                #expect(
                    try await served.program.column("title", "todo") == ["Carols", "Heroes", "Heroes and Villains"])
            }
        }

        @Test("Given a time without a date, then nothing typed is lost, and the field is marked")
        func marksInvalidDate() async throws {
            try await open("/to-dos") { browser, _, _ in
                try await browser.type("Carols", into: "#add-what")
                try await browser.type("0730PM", into: "#add-time")
                try await browser.click("#add button")
                try await browser.wait(for: "#message", toContain: "2026-12-24")
                try await browser.wait(until: "document.querySelector('#add-due').ariaInvalid", is: "true")
                try await browser.wait(until: "document.activeElement.id", is: "add-due")
                #expect(try await browser.run("return document.querySelector('#add-what').value") == "Carols")
                #expect(try await browser.waitForConsoleMessage(containing: "422").count == 1)
            }
        }

        @Test("Given a to-do, when I edit it on its page, then only what I changed is saved")
        func editsToDo() async throws {
            let program = try Program()
            try await program.run(words: [
                "todo", "add", "Carols", "--description", "Bring a friend.\nDoors open at 7.", "--due",
                "2026-12-24 19:30",
                "--place", "Hall",
            ])
            try await BrowserTests.open("/to-dos/1", program) { browser, _ in
                #expect(
                    try await browser.run("return document.querySelector('#edit-description').value")
                        == "Bring a friend.\nDoors open at 7.")
                #expect(try await browser.run("return document.querySelector('#edit-due').value") == "2026-12-24")
                #expect(try await browser.run("return document.querySelector('#edit-time').value") == "19:30")
                try await browser.type(" by candlelight", into: "#edit-what")
                try await browser.type("Songpa-gu, Seoul", into: "#edit-address")
                try await browser.click("#edit button")
                try await browser.wait(for: "#message", toContain: "Saved “Carols by candlelight”.")
                try await browser.wait(for: "h1", toEqual: ["Carols by candlelight"])
                try await browser.wait(for: ".map figcaption", toContain: "The map shows the town centre.")
                let row = try #require(try await program.rows("todo").first)
                #expect(row["description"] as? String == "Bring a friend.\nDoors open at 7.")
                #expect(row["place"] as? String == "Hall" && row["address"] as? String == "Songpa-gu, Seoul")
                #expect((row["due"] as? String)?.count == 20)
                try await browser.run("document.querySelector('#edit-time').value = ''")
                try await browser.click("#edit button")
                try await waitUntil { try await program.column("due", "todo") == ["2026-12-24"] }
            }
        }

        @Test("Given a to-do with a place, then its page has a map, and checking leads back")
        func showsDetailWithMap() async throws {
            let program = try Program()
            try await program.run(words: [
                "todo", "add", "Carols", "--description", "Bring a friend.\nDoors open at 7.", "--due", "2026-12-24",
                "--place", "Lotte Concert Hall", "--address", "Seoul",
            ])
            try await BrowserTests.open("/to-dos", program) { browser, served in
                try await browser.click("[data-key='to-do-1'] .title a")
                try await browser.wait(forPage: "/to-dos/1")
                try await browser.wait(for: "h1", toEqual: ["Carols"])
                #expect(try await browser.texts(".description p") == ["Bring a friend.", "Doors open at 7."])
                #expect(
                    try await browser.texts("dd").prefix(2) == ["Thursday, December 24, 2026", "Lotte Concert Hall"])
                let link = try #require(try await browser.attribute("href", of: ".map figcaption a"))
                #expect(link.hasPrefix("https://www.openstreetmap.org/?mlat=37."))
                let label = try #require(try await browser.attribute("aria-label", of: ".near"))
                #expect(label.hasPrefix("Map of 500 m around Lotte Concert Hall: 37."))
                let mark = try await browser.run(
                    """
                    const [mark, frame] = ['.mark', '.frame'].map((part) =>
                        document.querySelector('.near ' + part).getBoundingClientRect());
                    return [mark.left + mark.width / 2 - frame.left - frame.width / 2,
                        mark.bottom - frame.top - frame.height / 2];
                    """
                ).list.compactMap(\.number)
                #expect(mark.allSatisfy { abs($0) < 1 } && mark.count == 2, "the mark's tip is in the middle")
                #expect(
                    try await browser.attribute("aria-label", of: ".far")
                        == "Map of the part of the world around Lotte Concert Hall")
                #expect(
                    try await browser.attribute("aria-label", of: ".surroundings")
                        == "Map of the towns around Lotte Concert Hall")
                #expect(try await browser.texts(".surroundings .city-name").contains("Incheon"))
                let far = try await browser.run(
                    """
                    const [mark, frame, land] = ['.mark', '.frame', '.land'].map((part) =>
                        document.querySelector('.far ' + part).getBoundingClientRect());
                    return [land.width > 0, frame.width > 0, mark.left > frame.left, mark.right < frame.right,
                        mark.top > frame.top, mark.bottom < frame.bottom];
                    """)
                #expect(
                    far.list == Array(repeating: .flag(true), count: 6), "the mark is on the map, and land is around")
                try await browser.click(".primary")
                try await browser.wait(forPage: "/to-dos")
                try await browser.wait(for: ".done", toContain: "Carols")
            }
        }
    }
}
