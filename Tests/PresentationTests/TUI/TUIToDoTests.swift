import FermataDomain
import FermataPresentation
import Testing

@Suite("To-dos in the TUI")
struct TUIToDoTests {
    private func session() throws -> TUISession {
        var session = TUISession()
        session.toDos = [
            ToDo(number: 1, item: try .gig()), ToDo(number: 3, item: ToDoItem(title: "Low")),
            ToDo(number: 2, item: ToDoItem(title: "Heroes"), isDone: true),
        ]
        session.start()
        session.press(.function(6))
        return session
    }

    /// A session whose form saved an address that was not found.
    private func savedWithoutCoordinate() throws -> TUISession {
        var session = try session()
        session.press("e", .down, .down, .down, .down, .control("u"))
        session.type("Nowhere 7")
        session.press(.control("s"))
        session.toDos[0].item.location = Location(name: "Lotte Concert Hall", address: "Nowhere 7")
        let edited = EditedToDo(toDo: session.toDos[0], geocoding: .notFound)
        session.send(.toDoSaved(SavedToDoModel(edited, style: .american, for: .user)))
        return session
    }

    @Test("shows two sections, with done titles struck through")
    func showsTwoSections() throws {
        let session = try session()
        #expect(
            session.lines.prefix(6) == [
                "[To-do]", "> 1|Carols|Lotte Concert Hall|12/24/2026", "  3|Low", "[Done]", "  2|~Heroes~", "",
            ])
    }

    @Test("shows the section of the first row and always the selected row")
    func showsSectionOfLongList() throws {
        var session = TUISession()
        session.toDos = (1...50).map { ToDo(number: $0, item: ToDoItem(title: "T\($0)"), isDone: $0 > 30) }
        session.start()
        session.press(.function(6), .end)
        #expect(session.lines[0] == "[Done]")
        #expect(session.selectedLine == "> 50|~T50~")
        for _ in 1...49 {
            session.press(.up)
            #expect(session.selectedLine != nil && session.lines.count == 19)
        }
        #expect(session.selectedLine == "> 1|T1")
    }

    @Test("opens an open to-do with its map, and c checks it")
    func opensToDoWithMap() throws {
        var session = try session()
        session.press(.enter)
        #expect(session.screen.title == "Carols")
        #expect(session.lines.contains("place       Lotte Concert Hall"))
        #expect(session.lines.contains("map of Lotte Concert Hall"))
        session.press("c")
        #expect(session.requested.last == .setDone(true, ofToDo: 1))
        session.send(.toDoChecked(ToDoCellModel(ToDo(number: 1, item: try .gig(), isDone: true), style: .american)))
        #expect(session.screen.title == "To-dos")
        #expect(session.statusText == "“Carols” is done.")
    }

    @Test("does not open a done to-do; c unchecks, x removes after a prompt")
    func unchecksAndRemovesDoneToDo() throws {
        var session = try session()
        session.press(.end, .enter)
        #expect(session.statusText == "This to-do is done. Press c to uncheck it.")
        session.press("c", "x")
        #expect(session.statusText == "Remove “Heroes”? y/n")
        session.press("q")
        #expect(session.requested.last == .setDone(false, ofToDo: 2))
        session.press("x", "y")
        #expect(session.requested.last == .removeToDo(2))
    }

    @Test("moves checked to-dos to Done and selects the next")
    func selectsNextAfterCheck() throws {
        var session = TUISession()
        session.toDos = (1...5).map { ToDo(number: $0, item: ToDoItem(title: "T\($0)"), isDone: $0 > 4) }
        session.start()
        session.press(.function(6))
        for number in 1...3 {
            session.press("c")
            #expect(session.requested.last == .setDone(true, ofToDo: number))
            session.change(number, isDone: true)
            #expect(session.selectedLine == "> \(number + 1)|T\(number + 1)")
            session.send(.libraryChanged)
            #expect(session.selectedLine == "> \(number + 1)|T\(number + 1)")
            #expect(session.position == "1 of 5")
        }
        #expect(
            session.lines.prefix(7) == [
                "[To-do]", "> 4|T4", "[Done]", "  1|~T1~", "  2|~T2~", "  3|~T3~", "  5|~T5~",
            ])
    }

    @Test("moves unchecked to-dos to To-do and selects the next")
    func selectsNextAfterUncheck() throws {
        var session = TUISession()
        session.toDos = (1...4).map { ToDo(number: $0, item: ToDoItem(title: "T\($0)"), isDone: $0 > 1) }
        session.start()
        session.press(.function(6), .down)
        for number in 2...3 {
            session.press("c")
            #expect(session.requested.last == .setDone(false, ofToDo: number))
            session.change(number, isDone: false)
            #expect(session.selectedLine == "> \(number + 1)|~T\(number + 1)~")
            session.send(.libraryChanged)
            #expect(session.selectedLine == "> \(number + 1)|~T\(number + 1)~")
        }
        #expect(session.lines.prefix(6) == ["[To-do]", "  1|T1", "  2|T2", "  3|T3", "[Done]", "> 4|~T4~"])
    }

    @Test("keeps the selection when another program checks a to-do")
    func keepsSelectionOnForeignCheck() throws {
        var session = try session()
        session.toDos[0].isDone = true
        session.toDos.append(session.toDos.removeFirst())
        session.send(.libraryChanged)
        #expect(session.selectedLine == "> 3|Low")
        session.send(.toDoChecked(ToDoCellModel(session.toDos[2], style: .american)))
        #expect(session.selectedLine == "> 3|Low")
        #expect(session.lines.prefix(6) == ["[To-do]", "> 3|Low", "[Done]", "  2|~Heroes~", "  1|~Carols~", ""])
    }

    @Test("removes a to-do at once and selects the next")
    func selectsNextAfterRemoval() throws {
        var session = try session()
        session.press("x", "y")
        session.send(.toDoRemoved(1))
        #expect(session.lines.prefix(5) == ["[To-do]", "> 3|Low", "[Done]", "  2|~Heroes~", ""])
        #expect(session.position == "1 of 2")
        session.press("x")
        #expect(session.statusText == "Remove “Low”? y/n")
    }

    @Test("ignores rows that were requested before a check, and requests them again")
    func ignoresRowsFromBeforeCheck() throws {
        var session = try session()
        session.repliesAtOnce = false
        session.send(.libraryChanged)
        let earlier = session.outstanding
        session.clearRequested()
        session.send(.toDoChecked(ToDoCellModel(ToDo(number: 1, item: try .gig(), isDone: true), style: .american)))
        #expect(session.loads.map(\.source) == [.toDos])
        for effect in earlier { session.reply(effect) }
        let lines = ["[To-do]", "> 3|Low", "[Done]", "  2|~Heroes~", "  1|~Carols~"]
        #expect(Array(session.lines.prefix(5)) == lines)
        session.press("c")
        #expect(session.requested.last == .setDone(true, ofToDo: 3))
        session.toDos[0].isDone = true
        session.toDos.append(session.toDos.removeFirst())
        session.reply()
        #expect(Array(session.lines.prefix(5)) == lines)
    }

    @Test("requests rows and count of a hidden list again after a removal")
    func requestsHiddenRowsAfterRemoval() throws {
        var session = try session()
        session.repliesAtOnce = false
        session.send(.libraryChanged)
        let earlier = session.outstanding
        session.press(.function(1))
        session.send(.toDoRemoved(1))
        for effect in earlier { session.reply(effect) }
        session.clearRequested()
        session.press(.function(6))
        #expect(session.lines.prefix(4) == ["[To-do]", "> 3|Low", "[Done]", "  2|~Heroes~"])
        #expect(session.position == "1 of 2" && session.loads.map(\.source) == [.toDos])
        session.toDos.removeFirst()
        session.reply()
        #expect(session.selectedLine == "> 3|Low" && session.position == "1 of 2")
    }

    @Test("validates each field of the form while it is typed")
    func validatesFormWhileTyping() throws {
        var session = try session()
        session.press("a")
        #expect(session.screen.title == "A new to-do")
        #expect(session.lines[0] == "> title        " && session.lines[1] == "")
        session.press(.tab, .tab)
        session.type("2026-13-99")
        #expect(session.lines[1] == "             A to-do needs a title.")
        #expect(session.lines[5] == "             There is no day “2026-13-99”.")
        session.press(.control("s"))
        #expect(session.statusText == "A to-do needs a title.")
        session.press(.control("u"))
        session.type("2026-12-24")
        #expect(session.lines[5] == "             Thursday, December 24, 2026")
        session.press(.up, .backTab)
        session.type("Carols")
        session.press(.enter, .enter, .enter, .enter)
        session.send(.paste("Songpa-gu,\nSeoul"))
        session.clearRequested()
        session.press(.enter)
        let input = ToDoInputModel(
            title: "Carols", date: "2026-12-24", address: "Songpa-gu, Seoul", style: .american)
        #expect(session.requested == [.addToDo(input, about: nil)])
        session.press(.enter, .escape)
        session.type("x")
        #expect(session.requested == [.addToDo(input, about: nil)])
    }

    @Test("enters text that was typed before the form opened")
    func entersTextTypedBeforeForm() throws {
        var session = try session()
        session.holdReplies()
        session.type("acxq")
        session.send(.paste("!"))
        session.press(.control("z"), .tab)
        session.type("y")
        #expect(session.requested == [.openForm, .suspend])
        session.reply()
        #expect(session.lines[0] == "  title        cxq!")
        #expect(session.lines[2] == "> description  y")
    }

    @Test("enters text typed ahead also after a problem")
    func entersTypedTextAfterProblem() throws {
        var session = try session()
        session.holdReplies()
        session.type("aRoxy")
        session.send(
            .problem(ProblemModel(.storageFull, "The disk is full.")), .formReady(ToDoInputModel(style: .american)))
        #expect(session.lines[0] == "> title        Roxy")
        #expect(session.requested == [.openForm])
    }

    @Test("queues keys for a second form that a queued key requests")
    func queuesKeysForSecondForm() throws {
        var session = try session()
        session.holdReplies()
        session.press("a", .escape, "a", .escape, .function(1))
        session.reply()
        #expect(session.requested.filter { $0 == .openForm }.count == 2)
        #expect(session.screen.title == "Music by title")
    }

    @Test("keeps a rejected form and confirms an added to-do")
    func keepsRejectedForm() throws {
        var session = try session()
        session.press("a")
        session.type("Carols")
        session.press(.control("s"))
        session.send(.toDoRejected(ProblemModel(.storageFull, "The disk is full.")))
        #expect(session.lines[0] == "> title        Carols")
        #expect(session.statusText == "The disk is full.")
        session.press(.control("s"))
        let toDo = ToDo(number: 9, item: ToDoItem(title: "Carols"))
        session.send(
            .toDoSaved(
                SavedToDoModel(
                    AddedToDo(addition: ToDoAddition(.added, toDo), address: "", geocoding: .notRequested),
                    style: .american, for: .user))
        )
        #expect(session.screen.title == "To-dos")
        #expect(session.statusText == "Added “Carols” as number 9.")
    }

    @Test("keeps the form open for a better address, which changes the to-do that was added")
    func keepsFormForBetterAddress() throws {
        var session = try session()
        session.press("a")
        session.type("Carols")
        session.press(.control("s"))
        let toDo = ToDo(number: 9, item: ToDoItem(title: "Carols", location: Location(name: "Hall")))
        let added = AddedToDo(
            addition: ToDoAddition(.added, toDo), address: "Nowhere 7", geocoding: .notFound)
        session.send(.toDoSaved(SavedToDoModel(added, style: .american, for: .user)))
        #expect(session.lines[0] == "  title        Carols" && session.lines[8] == "> address      ")
        #expect(session.lines.contains { $0.contains("no place was found for “Nowhere 7”.") }, "\(session.lines)")
        session.type("Seoul")
        session.press(.control("s"))
        let (number, input) = try #require(session.editedToDo)
        #expect(number == 9)
        #expect(try input.edit() == ToDoEdit(address: "Seoul"))
        #expect(session.screen.title == "To-do 9")
    }

    @Test("saves the earlier address again after one without a coordinate")
    func savesRevertedAddress() throws {
        var session = try savedWithoutCoordinate()
        #expect(session.lines[8] == "> address      Nowhere 7")
        session.press(.control("u"))
        session.type("300 Olympic-ro")
        session.press(.control("s"))
        let (number, input) = try #require(session.editedToDo)
        #expect(number == 1)
        #expect(try input.edit() == ToDoEdit(address: "300 Olympic-ro"))
    }

    @Test("leaves the form without a prompt after a save without a coordinate")
    func leavesSavedForm() throws {
        var session = try savedWithoutCoordinate()
        session.press(.escape)
        #expect(session.screen.title == "To-dos")
    }

    @Test("editing a text that is longer than the field's limit does not cut it")
    func editsLongText() throws {
        var session = try session()
        session.toDos[0].item.description = String(repeating: "a", count: 5_012)
        session.press("e", .down, .end, .backspace, .control("s"))
        let (number, input) = try #require(session.editedToDo)
        #expect(number == 1)
        #expect(input.description.count == 5_011)
    }

    @Test("discards typed text only after a prompt")
    func discardsOnlyAfterPrompt() throws {
        var session = try session()
        session.press("a", .escape)
        #expect(session.screen.title == "To-dos")
        session.press("a")
        session.type("x")
        session.press(.escape)
        #expect(session.statusText == "Discard this to-do? y/n")
        session.press("n")
        #expect(session.lines[0] == "> title        x")
        session.press(.escape, "y")
        #expect(session.screen.title == "To-dos")
    }

    @Test("adds a to-do about the selected song")
    func addsToDoAboutSong() {
        var session = TUISession.started()
        session.press("a")
        session.type("Hear it")
        #expect(session.lines.contains("about        Changes by David Bowie"))
        session.press(.control("s"))
        guard case .addToDo(_, let subject)? = session.requested.last else {
            Issue.record("\(session.requested)")
            return
        }
        #expect(subject == .music(TUISession.song(0, "").id))
    }

    @Test("e opens the form with the values of the to-do, and saves what was changed")
    func editsToDo() throws {
        var session = try session()
        session.press("e")
        #expect(session.screen.title == "To-do 1")
        #expect(session.lines[0] == "> title        Carols" && session.lines[4] == "  date         12/24/2026")
        #expect(session.lines[6] == "  place        Lotte Concert Hall")
        #expect(session.lines[8] == "  address      300 Olympic-ro")
        session.type("!")
        session.press(.control("s"))
        let (number, input) = try #require(session.editedToDo)
        #expect(number == 1)
        #expect(try input.edit() == ToDoEdit(title: "Carols!"))
        #expect(session.statusText == "Saving the to-do…")
        session.toDos[0].item.title = "Carols!"
        let edited = EditedToDo(toDo: session.toDos[0], geocoding: .notRequested)
        session.send(.toDoSaved(SavedToDoModel(edited, style: .american, for: .user)))
        #expect(session.statusText == "Saved “Carols!”.")
        #expect(session.lines[1] == "> 1|Carols!|Lotte Concert Hall|12/24/2026")
    }

    @Test("e edits a done to-do, and that of a detail screen")
    func editsDoneAndShownToDo() throws {
        var session = try session()
        session.press(.end, "e")
        #expect(session.screen.title == "To-do 2")
        session.press(.escape)
        #expect(session.screen.title == "To-dos")
        session.press(.home, .enter, "e")
        #expect(session.lines[0] == "> title        Carols")
    }

    @Test("discards changes only after a prompt, and keeps line breaks of other texts")
    func discardsChangesAfterPrompt() throws {
        var session = try session()
        session.toDos[0].item.description = "One\nTwo"
        session.press("e", .tab, .end)
        #expect(session.lines[2] == "> description  One Two")
        session.press(.backTab)
        session.type("!")
        session.press(.escape)
        #expect(session.statusText == "Discard these changes? y/n")
        session.press("n", .control("s"))
        let (number, input) = try #require(session.editedToDo)
        #expect(number == 1)
        #expect(input.description == "One\nTwo")
        session.send(.toDoRejected(ProblemModel(.storageFull, "The disk is full.")))
        session.press(.escape, "y")
        #expect(session.screen.title == "To-dos")
    }

    @Test("a to-do that no longer exists opens no form")
    func reportsMissingToDo() throws {
        var session = try session()
        session.repliesAtOnce = false
        session.press("e")
        session.type("x")
        session.send(.formFailed(ProblemModel(.notFound, "No to-do has the number 1.")))
        #expect(session.screen.title == "To-dos")
        #expect(session.statusText == "No to-do has the number 1.")
    }
}
