import FermataDomain
import FermataPresentation
import Testing

@Suite("The pages of a list")
struct PagingModelTests {
    private func paging(_ offset: Int, _ limit: Int? = nil, of total: Int?) -> PagingModel {
        PagingModel(Window(offset: offset, limit: limit), total: total) { window in
            .musicList.withQuery([("window", "\(window.offset)+\(window.limit ?? -1)")])
        }
    }

    @Test("a single page has no links to other pages")
    func hasSinglePage() {
        let paging = paging(0, 50, of: 50)
        #expect(paging.text == "" && paging.previous == nil && paging.next == nil)
    }

    @Test(
        "a page shows its range and links its neighbours",
        arguments: [
            (0, 50, 1_100, "1–50 of 1,100", nil, "50+50"), (50, 50, 1_100, "51–100 of 1,100", "0+50", "100+50"),
            (1_050, 50, 1_100, "1,051–1,100 of 1,100", "1000+50", nil), (20, 50, 60, "21–60 of 60", "0+50", nil),
            (500, 50, 60, "none of 60", "10+50", nil),
            (3, 50, 60, "4–53 of 60", "0+50", "53+50"), (9, 50, 0, "", nil, nil),
            (50, 50, 50, "none of 50", "0+50", nil), (50, 50, 1, "none of 1", "0+50", nil),
            (0, 50, 51, "1–50 of 51", nil, "50+50"), (1, 1, 2, "2–2 of 2", "0+1", nil),
            (0, 0, 2, "1–1 of 2", nil, "1+1"),
        ] as [(Int, Int, Int, String, String?, String?)])
    func linksNeighbours(offset: Int, limit: Int, total: Int, text: String, previous: String?, next: String?) {
        let paging = paging(offset, limit, of: total)
        #expect(paging.text == text)
        func address(_ window: String?) -> String? {
            window.map { "/?window=" + $0.replacing("+", with: "%2B") }
        }
        #expect(paging.previous?.description == address(previous))
        #expect(paging.next?.description == address(next))
    }

    @Test(
        "a page of a list that is not counted links the next page",
        arguments: [
            (0, 50, "1–50 of many", nil, "50+50"), (50, 50, "51–100 of many", "0+50", "100+50"),
            (3, 50, "4–53 of many", "0+50", "53+50"),
        ] as [(Int, Int, String, String?, String)])
    func linksNextOfUncounted(offset: Int, limit: Int, text: String, previous: String?, next: String) {
        let paging = paging(offset, limit, of: nil)
        #expect(paging.text == text && paging.total == nil)
        #expect(paging.previous?.description == previous.map { "/?window=" + $0.replacing("+", with: "%2B") })
        #expect(paging.next?.description == "/?window=" + next.replacing("+", with: "%2B"))
    }

    @Test("the window before another has its size and never starts before the list")
    func findsPreviousWindow() {
        #expect(Window(offset: 0, limit: 5).previous(of: 9) == nil)
        #expect(Window(offset: 3).previous(of: 9) == nil && Window(offset: 3, limit: 0).previous(of: 9) == nil)
        #expect(Window(offset: 1, limit: 1).previous(of: 9) == Window(offset: 0, limit: 1))
        #expect(Window(offset: 7, limit: 3).previous(of: 9) == Window(offset: 4, limit: 3))
        #expect(Window(offset: 3, limit: 5).previous(of: 9) == Window(offset: 0, limit: 5))
        #expect(Window(offset: 20, limit: 5).previous(of: 9) == Window(offset: 4, limit: 5))
    }

    @Test("addresses omit the default window")
    func omitsDefaultWindow() {
        let page = ListPageModel.downloads(window: Window(offset: 50, limit: 50), total: 200)
        #expect(page.paging.previous?.description == "/downloads")
        #expect(page.paging.next?.description == "/downloads?offset=100")
        let small = ListPageModel.downloads(window: Window(offset: 0, limit: 49), total: 50)
        #expect(small.paging.next?.description == "/downloads?offset=49&limit=49")
    }

    @Test("a page without rows says that the list is empty or ends before it", arguments: [0, 1])
    func explainsMissingRows(total: Int) {
        let page = ListPageModel.downloads(window: Window(offset: 50, limit: 50), total: total)
        #expect((page.emptyText == "The list ends before this page.") == (total == 1))
    }

    @Test("a page without a limit has the default size")
    func hasDefaultSize() {
        #expect(paging(0, of: 100).size == 50)
        #expect(paging(0, of: 100).text == "1–50 of 100")
    }

    @Test("a window that ends beyond the largest integer is valid")
    func acceptsLargestWindow() {
        #expect(paging(.max, .max, of: 3).next == nil)
        #expect(paging(1 << 53, 500, of: 3).text == "none of 3")
    }
}
