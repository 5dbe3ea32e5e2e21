import FermataDomain
import FermataPresentation

extension ListPageModel {
    /// A section of the page of to-dos.
    func html(_ rows: [ToDoCellModel], below root: HTML) -> HTML {
        let list: HTML =
            rows.isEmpty
            ? "<p class=\"empty\">\(emptyText)</p>"
            : """
            <ul class="to-do-rows">
            \(HTML(rows.map { $0.html(below: root) }))</ul>
            """
        return """
            <section class="to-dos" aria-labelledby="section-\(title)">
            <h2 id="section-\(title)">\(title) <span class="count">\(countText)</span></h2>
            \(list)
            \(paging.html(below: root))</section>

            """
    }
}

extension ToDoCellModel {
    fileprivate func html(below root: HTML) -> HTML {
        let heading: HTML =
            canBeOpened
            ? HTML.link(title.text, to: .toDo(number), below: root) : "<s>\(title.text)</s>"
        let place: HTML? = placeText.isEmpty ? nil : "<bdi>\(placeText)</bdi>"
        let date: HTML? = dateText.isEmpty ? nil : "<span>\(dateText)</span>"
        let detail: HTML? = place == nil && date == nil ? nil : "<p class=\"detail\">\(place)\(date)</p>"
        let action = ActionModel(self)
        return """
            <li class="to-do\(isDone ? " done" : nil)" data-key="to-do-\(number)" aria-label="\(accessibilityLabel)">
            <div>
            <p class="title" dir="auto">\(heading)</p>
            \(detail)
            </div>
            \(HTML.button(action, style: "action check", label: "\(action.title) \(title.text)", below: root))
            </li>

            """
    }
}

extension ToDoDetailModel {
    /// The content of the to-do's page.
    func html(over outlines: any OutlineRepository, below root: HTML) -> HTML {
        let lines = descriptionText.split(whereSeparator: \.isNewline).map { "<p>\(String($0))</p>" as HTML }
        let description: HTML? =
            descriptionText.isEmpty ? nil : "<div class=\"description\" dir=\"auto\">\(HTML(lines))</div>"
        let check = HTML.button(ActionModel(row), style: "action primary", then: "/to-dos", below: root)
        return """
            <article class="detail-screen" data-key="to-do-\(row.number)">
            \(description)
            <dl>
            \(dateText.isEmpty ? nil : Self.line("Date", "\(dateText)"))
            \(placeText.isEmpty ? nil : Self.line("Place", "<bdi>\(placeText)</bdi>"))
            \(addressText.isEmpty ? nil : Self.line("Address", "<bdi>\(addressText)</bdi>"))
            \(subjectText.isEmpty ? nil : Self.line("About", "<bdi>\(subject(below: root))</bdi>"))
            \(map.map { Self.line("Coordinate", "\($0.coordinateText)") })
            </dl>
            \(map?.html(regionMaps(over: outlines)))<p>\(check) <a href="\(root)/to-dos">All to-dos</a></p>
            </article>

            """
    }

    private func subject(below root: HTML) -> HTML { HTML.link(subjectText, to: subjectAddress, below: root) }

    private static func line(_ label: HTML, _ text: HTML) -> HTML { "<div><dt>\(label)</dt><dd>\(text)</dd></div>" }
}

extension MapModel {
    private static let pin: HTML = "M250 250c-5-13-19-25-19-42a19 19 0 1 1 38 0c0 17-14 29-19 42z"

    fileprivate func html(_ regions: [RegionMapModel]) -> HTML {
        let grid = MapGrid(self)
        let lines = grid.lines.map(\.description).map { line in
            "<path class=\"grid\" d=\"M\(line) 0V500M0 \(line)H500\"/>\n" as HTML
        }
        let note: HTML? = note.isEmpty ? nil : " <span class=\"note\">\(note)</span>"
        return """
            <figure class="map">
            <div class="maps">
            <svg class="near" viewBox="-46 -30 592 590" role="img" \
            aria-label="Map of 500 m around \(name): \(coordinateText)">
            <rect class="ground" width="500" height="500"/>
            \(HTML(lines))<circle class="around" cx="250" cy="250" r="100"/>\
            <circle class="around" cx="250" cy="250" r="200"/>
            <rect class="frame" width="500" height="500"/>
            <path class="mark" d="\(Self.pin)"/><circle class="mark-eye" cx="250" cy="207" r="7"/>
            <text class="edge" x="250" y="-10">\(northText)</text>
            <text class="edge" x="250" y="522">\(southText)</text>
            <text class="edge" transform="translate(-12 250) rotate(-90)">\(westText)</text>
            <text class="edge" transform="translate(512 250) rotate(90)">\(eastText)</text>
            <path class="scale" d="M350 474v6h100v-6"/>\
            <text class="scale-text" x="400" y="466">\(grid.scaleText)</text>
            </svg>
            \(HTML(regions.map { $0.html(around: name, pin: Self.pin) }))</div>
            <figcaption><bdi>\(name)</bdi>\(note) \
            <a href="\(link)" rel="noreferrer external">openstreetmap.org</a></figcaption>
            </figure>

            """
    }
}

extension RegionMapModel {
    fileprivate func html(around name: String, pin: HTML) -> HTML {
        let size: HTML = "width=\"\(Self.tenths(width))\" height=\"\(Self.tenths(height))\""
        let (x, y) = (Self.tenths(mark.x), Self.tenths(mark.y))
        let ground: HTML =
            if let circle {
                """
                <circle class="around" cx="\(x)" cy="\(y)" r="\(Self.tenths(circle.radius))"/>\
                <text class="scale-text" x="\(Self.tenths(mark.x + circle.radius))" y="\(y)" dx="4" dy="4">\
                \(circle.text)</text>
                """
            } else {
                "<path class=\"land\" d=\"\(land.map(Self.path).joined())\"/>"
            }
        return """
            <svg class="\(circle == nil ? "far" : "surroundings")" \
            viewBox="0 0 \(Self.tenths(width)) \(Self.tenths(height))" role="img" \
            aria-label="Map of the \(circle == nil ? "part of the world" : "towns") around \(name)">
            <rect class="\(circle == nil ? "sea" : "ground")" \(size)/>
            \(ground)
            \(HTML(labels.map(\.html)))<path class="mark" \
            transform="translate(\(x) \(y)) scale(0.5) translate(-250 -250)" d="\(pin)"/>
            <rect class="frame" \(size)/>
            </svg>

            """
    }

    private static func path(_ ring: [Point]) -> String {
        "M" + ring.map { "\(tenths($0.x)) \(tenths($0.y))" }.joined(separator: "L") + "Z"
    }

    fileprivate static func tenths(_ number: Double) -> String { "\((number * 10).rounded() / 10)" }
}

extension RegionMapModel.Label {
    fileprivate var html: HTML {
        let (x, y) = (RegionMapModel.tenths(point.x), RegionMapModel.tenths(point.y))
        return """
            <circle class="city" cx="\(x)" cy="\(y)" r="2"/>\
            <text class="city-name\(isLeading ? " leading" : nil)" x="\(x)" y="\(y)" dx="\(isLeading ? -6 : 6)" \
            dy="4">\(name)</text>

            """
    }
}

extension ToDoInputModel {
    /// The form that adds a to-do, or changes the one with the number.
    func formHTML(editing number: Int? = nil, below root: HTML) -> HTML {
        let (form, isNew): (HTML, Bool) = (number == nil ? "add" : "edit", number == nil)
        let target: HTML? = number.map { "/\($0)" }
        // Each line is made safe by itself, because a line break within a text is shown as a symbol.
        let lines = description.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            .enumerated().map { index, line in "\(index == 0 ? nil : "\n")\(String(line))" as HTML }
        return """
            <section class="add action" aria-labelledby="\(form)-title">
            <h2 id="\(form)-title">\(isNew ? "Add" : "Edit")</h2>
            <form id="\(form)" class="to-do-form" data-method="\(isNew ? "POST" : "PATCH")" \
            data-address="\(root)/api/to-dos\(target)">
            <p><label for="\(form)-what">Title</label>\
            <input id="\(form)-what" name="title" value="\(title)" required maxlength="1000" dir="auto"></p>
            <p><label for="\(form)-due">Date</label>\
            <input id="\(form)-due" type="date" name="due" value="\(pickerTexts.day)" max="9999-12-31"></p>
            <p><label for="\(form)-time">Time</label>\
            <input id="\(form)-time" type="time" data-time-of="due" value="\(pickerTexts.time)"></p>
            <p><label for="\(form)-place">Place</label>\
            <input id="\(form)-place" name="place" value="\(place)" dir="auto"></p>
            <p><label for="\(form)-address">Address</label>\
            <input id="\(form)-address" name="address" value="\(address)" dir="auto" aria-describedby="address-hint"></p>
            <p id="address-hint" class="hint">The coordinate of the address is looked up; its town is enough.</p>
            <p class="wide"><label for="\(form)-description">Description</label>\
            <textarea id="\(form)-description" name="description" rows="2" dir="auto">
            \(HTML(lines))</textarea></p>
            <p><button type="submit">\(isNew ? "Add" : "Save")</button></p>
            </form>
            </section>

            """
    }
}
