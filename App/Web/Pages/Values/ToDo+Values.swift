import FermataDomain
import FermataPresentation

extension ToDosPageModel {
    /// The values of the section’s template.
    func values(_ rows: [ToDoCellModel]) -> TemplateValues {
        [
            "title": .text(title), "name": .text(title), "countText": .text(countText), "emptyText": .text(emptyText),
            "hasRows": .flag(!rows.isEmpty), "rows": .list(rows.map { .values($0.values) }),
            "paging": .values(paging.values),
        ]
    }
}

extension ToDoCellModel {
    /// The values of the row’s template.
    fileprivate var values: TemplateValues {
        [
            "number": TemplateValue(number), "label": .text(accessibilityLabel), "isDone": .flag(isDone),
            "title": .text(title.text), "toDoTitle": .text(title.text),
            "address": canBeOpened ? TemplateValue(PageAddress.toDo(number)) : .nothing,
            "detail": .flag(!placeText.isEmpty || !dateText.isEmpty), "placeText": .text(placeText),
            "dateText": .text(dateText), "action": .values(ActionModel(self).values),
        ]
    }
}

extension ToDoDetailModel {
    /// The values of the screen’s template.
    func values(_ outlines: any OutlineRepository) -> TemplateValues {
        [
            "number": TemplateValue(row.number), "description": .flag(!descriptionText.isEmpty),
            "lines": .list(
                descriptionText.split(whereSeparator: \.isNewline).map { .values(["text": .text(String($0))]) }),
            "dateText": .text(dateText), "placeText": .text(placeText), "addressText": .text(addressText),
            "subjectText": .text(subjectText),
            "subjectAddress": TemplateValue(subjectAddress),
            "map": map.map { .values($0.values(regionMaps(over: outlines))) } ?? .nothing,
            "action": .values(ActionModel(row).values),
        ]
    }
}

extension MapModel {
    /// The values of the map’s template.
    fileprivate func values(_ regions: [RegionMapModel]) -> TemplateValues {
        let grid = MapGrid(self)
        return [
            "name": .text(name), "note": .text(note), "coordinateText": .text(coordinateText), "link": .text(link),
            "northText": .text(northText), "southText": .text(southText), "westText": .text(westText),
            "eastText": .text(eastText), "scaleText": .text(grid.scaleText),
            "lines": .list(grid.lines.map { TemplateValue($0) }), "regions": .list(regions.map { .values($0.values) }),
        ]
    }
}

extension RegionMapModel {
    /// The values of the region map’s template.
    fileprivate var values: TemplateValues {
        [
            "circle": circle.map { circle in
                .values([
                    "radius": Self.text(circle.radius), "text": .text(circle.text),
                    "right": Self.text(mark.x + circle.radius),
                ])
            } ?? .nothing,
            "width": Self.text(width), "height": Self.text(height), "x": Self.text(mark.x), "y": Self.text(mark.y),
            "land": .text(land.map(Self.path).joined()),
            "labels": .list(
                labels.map { label in
                    .values([
                        "name": .text(label.name), "x": Self.text(label.point.x), "y": Self.text(label.point.y),
                        "isLeading": .flag(label.isLeading),
                    ])
                }),
        ]
    }

    private static func path(_ ring: [Point]) -> String {
        "M" + ring.map { "\(tenths($0.x)) \(tenths($0.y))" }.joined(separator: "L") + "Z"
    }

    private static func text(_ number: Double) -> TemplateValue { .text(tenths(number)) }

    private static func tenths(_ number: Double) -> String { "\((number * 10).rounded() / 10)" }
}
