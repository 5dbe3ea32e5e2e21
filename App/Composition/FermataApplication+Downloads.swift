import FermataDomain
import FermataPresentation

extension FermataApplication {
    func downloads(for audience: ProblemModel.Audience) -> DownloadsDataSource {
        DownloadsDataSource(
            getDownloads: GetDownloadsUsecase(repository: downloadRepository, listener: settings.listener),
            downloadMusic: DownloadMusicUsecase(
                music: music, audio: audio, downloads: downloadRepository, listener: settings.listener),
            removeDownload: RemoveDownloadUsecase(
                music: music, downloads: downloadRepository, listener: settings.listener),
            clearDownloads: ClearDownloadsUsecase(repository: downloadRepository, listener: settings.listener),
            checkDownloads: checkDownloads, audience: audience)
    }

    var checkDownloads: CheckDownloadsUsecase {
        CheckDownloadsUsecase(repository: downloadRepository, music: music, listener: settings.listener)
    }
}
