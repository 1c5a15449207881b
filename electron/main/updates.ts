// Looks for a newer Tandem where the person, or whoever installed it, said; nowhere otherwise. Nothing is asked of anybody before.
import { app } from 'electron'

const everyHours = 6

/** Where to look; undefined: nowhere. A feed must be safe from others on the way; on this machine itself it is. */
export function feedOf(settings: { update_feed: string }, env: NodeJS.ProcessEnv): string | undefined {
  const feed = env.TANDEM_UPDATE_FEED ?? settings.update_feed
  if (!URL.canParse(feed)) return undefined
  const { protocol, hostname } = new URL(feed)
  return protocol === 'https:' || (protocol === 'http:' && hostname === '127.0.0.1') ? feed : undefined
}

/** Downloads what is newer and installs it when Tandem ends. Returns what stops it. */
export function followUpdates(feed: string | undefined, report: (error: unknown) => void): () => void {
  if (feed === undefined || !app.isPackaged) return () => undefined
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  void (async () => {
    // Loaded only where there is a feed: it is not needed to start.
    const { autoUpdater } = (await import('electron-updater')).default
    if (isStopped) return
    autoUpdater.logger = null
    autoUpdater.autoInstallOnAppQuit = true
    autoUpdater.on('error', report)
    autoUpdater.setFeedURL({ provider: 'generic', url: feed })
    const look = () => void autoUpdater.checkForUpdates().catch(report)
    look()
    timer = setInterval(look, everyHours * 3_600_000)
  })().catch(report)
  return () => {
    isStopped = true
    clearInterval(timer)
  }
}
