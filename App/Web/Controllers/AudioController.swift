import FermataDomain
import FermataPresentation
import Hummingbird

/// Serves the audio of music.
struct AudioController {
    let music: MusicListDataSource
    let getAudio: GetAudioUsecase

    func addRoutes(to group: RouterGroup<WebContext>) {
        group.get("music/:id/audio") { request, context in
            try QueryParameters(request).end()
            let id = try await music.find(try context.parameter("id")).id
            return try await AudioResponder(request: request, channel: context.channel)
                .response(with: try await getAudio.execute(id))
        }
    }
}
