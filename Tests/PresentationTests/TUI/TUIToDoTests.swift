import FermataDomain
import FermataPresentation
import Testing

@Suite("To-dos in the browser")
struct TUIToDoTests {
    private func session() throws -> TUISession {
        var session = TUISession()
        session.toDos = [
            ToDo(number: 1, item: try .gig()), ToDo(number: 3, item: ToDoItem(title: "Low")),
            ToDo(number: 2, item: ToDoItem(title: "Heroes"), isDone: true),
        ]
        session.begin()
        session.press("5")
        return session
    }

    @Test("they stand in two sections, done ones struck through and with nothing else")
    func list() throws {
        let session = try session()
        #expect(
            session.lines.prefix(6) == [
                "[To-do]", "> 1|Carols|Lotte Concert Hall|12/24/2026", "  3|Low", "[Done]", "  2|~Heroes~", "",
            ])
    }

    @Test("a long list shows the section of what is seen, and the selected row always")
    func long() throws {
        var session = TUISession()
        session.toDos = (1...50).map { ToDo(number: $0, item: ToDoItem(title: "T\($0)"), isDone: $0 > 30) }
        session.begin()
        session.press("5", .end)
        #expect(session.lines[0] == "[Done]")
        #expect(session.selectedLine == "> 50|~T50~")
        for _ in 1...49 {
            session.press(.up)
            #expect(session.selectedLine != nil)
        }
        #expect(session.selectedLine == "> 1|T1")
    }

    @Test("Enter opens what is to be done with its map, and c there ends it")
    func detail() throws {
        var session = try session()
        session.press(.enter)
        #expect(session.screen.title == "Carols")
        #expect(session.lines.contains("place       Lotte Concert Hall"))
        #expect(session.lines.contains("map of Lotte Concert Hall"))
        session.press("c")
        #expect(session.asked.last == .setDone(true, ofToDo: 1))
        session.send(.checked(ToDoCellModel(ToDo(number: 1, item: try .gig(), isDone: true), style: .american)))
        #expect(session.screen.title == "To-dos")
        #expect(session.statusText == "“Carols” is done.")
    }

    @Test("a done one does not open; c takes it back, x removes it after a question")
    func done() throws {
        var session = try session()
        session.press(.end, .enter)
        #expect(session.statusText == "It is done. c takes it back.")
        session.press("c", "x")
        #expect(session.statusText == "Remove “Heroes”? y/n")
        session.press("q")
        #expect(session.asked.last == .setDone(false, ofToDo: 2))
        session.press("x", "y")
        #expect(session.asked.last == .removeToDo(2))
    }

    @Test("checked off one after the other, each goes to Done, and the next one is selected")
    func several() throws {
        var session = TUISession()
        session.toDos = (1...5).map { ToDo(number: $0, item: ToDoItem(title: "T\($0)"), isDone: $0 > 4) }
        session.begin()
        session.press("5")
        for number in 1...3 {
            session.press("c")
            #expect(session.asked.last == .setDone(true, ofToDo: number))
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

    @Test("taken back one after the other, each goes to To-do, and the next one is selected")
    func severalBack() throws {
        var session = TUISession()
        session.toDos = (1...4).map { ToDo(number: $0, item: ToDoItem(title: "T\($0)"), isDone: $0 > 1) }
        session.begin()
        session.press("5", .down)
        for number in 2...3 {
            session.press("c")
            #expect(session.asked.last == .setDone(false, ofToDo: number))
            session.change(number, isDone: false)
            #expect(session.selectedLine == "> \(number + 1)|~T\(number + 1)~")
            session.send(.libraryChanged)
            #expect(session.selectedLine == "> \(number + 1)|~T\(number + 1)~")
        }
        #expect(session.lines.prefix(6) == ["[To-do]", "  1|T1", "  2|T2", "  3|T3", "[Done]", "> 4|~T4~"])
    }

    @Test("one that another program checks off, or whose change is read before it is told, takes no selection along")
    func checkedElsewhere() throws {
        var session = try session()
        session.toDos[0].isDone = true
        session.toDos.append(session.toDos.removeFirst())
        session.send(.libraryChanged)
        #expect(session.selectedLine == "> 3|Low")
        session.send(.checked(ToDoCellModel(session.toDos[2], style: .american)))
        #expect(session.selectedLine == "> 3|Low")
        #expect(session.lines.prefix(6) == ["[To-do]", "> 3|Low", "[Done]", "  2|~Heroes~", "  1|~Carols~", ""])
    }

    @Test("one that is removed is gone at once, and the next one is selected")
    func removed() throws {
        var session = try session()
        session.press("x", "y")
        session.send(.removed(toDo: 1))
        #expect(session.lines.prefix(5) == ["[To-do]", "> 3|Low", "[Done]", "  2|~Heroes~", ""])
        #expect(session.position == "1 of 2")
        session.press("x")
        #expect(session.statusText == "Remove “Low”? y/n")
    }

    @Test("a adds one: each field says what is wrong with it as it is typed, and how a date is understood")
    func form() throws {
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
        session.forgetAsked()
        session.press(.enter)
        let input = ToDoInputModel(
            title: "Carols", date: "2026-12-24", address: "Songpa-gu, Seoul", style: .american)
        #expect(session.asked == [.add(input, about: nil)])
        session.press(.enter, .escape)
        session.type("x")
        #expect(session.asked == [.add(input, about: nil)])
    }

    @Test("what is typed before the screen is there is typed into it, and is no command")
    func typedAhead() throws {
        var session = try session()
        session.answersAtOnce = false
        session.forgetAsked()
        session.type("acxq")
        session.send(.paste("!"))
        session.press(.control("z"), .tab)
        session.type("y")
        #expect(session.asked == [.beginInput, .suspend])
        session.answer()
        #expect(session.lines[0] == "  title        cxq!")
        #expect(session.lines[2] == "> description  y")
    }

    @Test("what is typed ahead is no command either where something else goes wrong meanwhile")
    func typedAheadOfProblem() throws {
        var session = try session()
        session.answersAtOnce = false
        session.forgetAsked()
        session.type("aRoxy")
        session.send(.problem("The disk is full."), .input(ToDoInputModel(style: .american)))
        #expect(session.lines[0] == "> title        Roxy")
        #expect(session.asked == [.beginInput])
    }

    @Test("what could not be added stays on the screen; what was, is told")
    func saving() throws {
        var session = try session()
        session.press("a")
        session.type("Carols")
        session.press(.control("s"))
        session.send(.notAdded("The disk is full."))
        #expect(session.lines[0] == "> title        Carols")
        #expect(session.statusText == "The disk is full.")
        session.press(.control("s"))
        let toDo = ToDo(number: 9, item: ToDoItem(title: "Carols"))
        session.send(
            .added(
                AddedToDoModel(
                    AddedToDo(addition: ToDoAddition(.added, toDo), address: "", geocoding: .notAsked),
                    style: .american))
        )
        #expect(session.screen.title == "To-dos")
        #expect(session.statusText == "Added “Carols” as number 9.")
    }

    @Test("where its address was not found, what was typed stays, to be put in better")
    func badAddress() throws {
        var session = try session()
        session.press("a")
        session.type("Carols")
        session.press(.control("s"))
        let toDo = ToDo(number: 9, item: ToDoItem(title: "Carols", location: Location(name: "Hall")))
        let added = AddedToDo(
            addition: ToDoAddition(.added, toDo), address: "Nowhere 7", geocoding: .notFound)
        session.send(.added(AddedToDoModel(added, style: .american)))
        #expect(session.lines[0] == "  title        Carols" && session.lines[8] == "> address      ")
        #expect(session.statusText == "Kept without a coordinate: no place was found for “Nowhere 7”.")
        session.type("Seoul")
        session.press(.control("s"))
        #expect(
            session.asked.last
                == .add(ToDoInputModel(title: "Carols", address: "Seoul", style: .american), about: nil))
    }

    @Test("what was typed is thrown away only after a question")
    func leaving() throws {
        var session = try session()
        session.press("a", .escape)
        #expect(session.screen.title == "To-dos")
        session.press("a")
        session.type("x")
        session.press(.escape)
        #expect(session.statusText == "Throw away what was typed? y/n")
        session.press("n")
        #expect(session.lines[0] == "> title        x")
        session.press(.escape, "y")
        #expect(session.screen.title == "To-dos")
    }

    @Test("one that is added on music is about it")
    func subject() {
        var session = TUISession()
        session.begin()
        session.press("a")
        session.type("Hear it")
        #expect(session.lines.contains("about        Changes by David Bowie"))
        session.press(.control("s"))
        guard case .add(_, let subject)? = session.asked.last else {
            Issue.record("\(session.asked)")
            return
        }
        #expect(subject == .music(TUISession.song(0, "").id))
    }
}
