package import FermataPresentation

extension TableColumn where Row == ToDoCellModel {
    package static var toDos: [TableColumn] {
        [
            TableColumn(heading: "N", width: .fixed(6), alignment: .trailing, isDim: true) { "\($0.number)" },
            TableColumn(
                heading: "Title", width: .share(5), isStruckThrough: \.title.isStruckThrough, text: \.title.text),
            TableColumn(heading: "Place", width: .share(3), text: \.placeText),
            TableColumn(heading: "Date", width: .fixed(14), text: \.dateText),
        ]
    }
}

extension TableColumn where Row == ToDoImportModel {
    package static var toDoImport: [TableColumn] {
        [TableColumn(heading: "Import", width: .share(1), text: \.text)]
    }
}
