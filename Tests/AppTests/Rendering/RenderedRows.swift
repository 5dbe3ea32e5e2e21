import fermata

/// The output of a renderer for rows.
func rendered<Renderer: RowRenderer>(_ renderer: Renderer, _ rows: [Renderer.Row]) throws -> String {
    let sink = CapturedOutput()
    let output = RowOutput(renderer, to: sink)
    try output.begin()
    try output.rows(rows)
    try output.end()
    return sink.text
}
