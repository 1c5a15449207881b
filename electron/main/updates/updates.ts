// Looks for a newer Tandem where the person, or whoever installed it, said; nowhere otherwise. Nothing is asked of anybody before, and nothing is believed
// that is not signed with the key of this Tandem.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { app } from 'electron'
import type { ProviderRuntimeOptions } from 'electron-updater/out/providers/Provider.js'
import { type PublicKey, readPublicKey } from './minisign.ts'
import { checkManifest } from './signed-manifest.ts'

const everyHours = 6

/** Where to look; undefined: nowhere. A feed must be safe from others on the way; on this machine itself it is. */
export function feedOf(settings: { update_feed: string }, env: NodeJS.ProcessEnv): string | undefined {
  const feed = env.TANDEM_UPDATE_FEED ?? settings.update_feed
  if (!URL.canParse(feed)) return undefined
  const { protocol, hostname } = new URL(feed)
  return protocol === 'https:' || (protocol === 'http:' && hostname === '127.0.0.1') ? feed : undefined
}

/** The key in the package; whoever installs a feed of their own (TANDEM_UPDATE_FEED) may name their own (TANDEM_UPDATE_KEY). Undefined: there is none. */
export function updateKey(env: NodeJS.ProcessEnv): PublicKey | undefined {
  if (env.TANDEM_UPDATE_FEED && env.TANDEM_UPDATE_KEY) return readPublicKey(env.TANDEM_UPDATE_KEY)
  try {
    return readPublicKey(readFileSync(join(app.getAppPath(), 'electron', 'update-key.pub'), 'utf8'))
  } catch {
    return undefined
  }
}

export interface UpdateMemory {
  /** When the newest manifest that was ever believed was signed, in seconds; 0: none was. */
  newestSeen(): number
  saw(signedAt: number): void
}

/** Downloads what is newer and installs it when Tandem ends. Returns what stops it. */
export function followUpdates(feed: string | undefined, memory: UpdateMemory, report: (error: unknown) => void): () => void {
  if (feed === undefined || !app.isPackaged) return () => undefined
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  void (async () => {
    const key = updateKey(process.env)
    if (!key) throw new Error('This copy of Tandem has no update key (electron/update-key.pub), so it does not check for updates.')
    // Loaded only where there is a feed: it is not needed to start.
    const { autoUpdater } = (await import('electron-updater')).default
    const { Provider, parseUpdateInfo, resolveFiles } = (await import('electron-updater/out/providers/Provider.js')).default
    if (isStopped) return

    /** Like the updater's own for a plain web server, but what it reads is signed. */
    class SignedFeed extends Provider<ReturnType<typeof parseUpdateInfo>> {
      private readonly base = new URL(feed?.endsWith('/') ? feed : `${feed}/`)
      constructor(_options: unknown, _updater: unknown, runtime: ProviderRuntimeOptions) {
        super({ ...runtime, isUseMultipleRangeRequest: false })
      }
      async getLatestVersion() {
        const file = `${this.getDefaultChannelName()}.yml`
        const address = new URL(file, this.base)
        const text = (await this.httpRequest(address)) ?? ''
        const signature = await this.httpRequest(new URL(`${file}.minisig`, this.base)).catch(() => null)
        const signedAt = checkManifest({ file, text, signature }, key as PublicKey, memory.newestSeen())
        memory.saw(signedAt)
        return parseUpdateInfo(text, file, address)
      }
      resolveFiles(info: ReturnType<typeof parseUpdateInfo>) {
        return resolveFiles(info, this.base)
      }
    }

    autoUpdater.logger = null
    autoUpdater.autoInstallOnAppQuit = true
    autoUpdater.allowDowngrade = false
    autoUpdater.on('error', report)
    autoUpdater.setFeedURL({ provider: 'custom', updateProvider: SignedFeed })
    const look = () => void autoUpdater.checkForUpdates().catch(report)
    look()
    timer = setInterval(look, everyHours * 3_600_000)
  })().catch(report)
  return () => {
    isStopped = true
    clearInterval(timer)
  }
}
