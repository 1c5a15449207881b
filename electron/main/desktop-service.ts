// The service that the window shows. The desktop runs it itself; where one runs on the data folder already (started for an agent, or as a
// server), the desktop uses that one, and takes its place when it ends: the window stays at the same address throughout.
import { setTimeout as wait } from 'node:timers/promises'
import { tokenHeaders } from '../service/sign-in/token-file.ts'
import { StartError } from '../service/start-error.ts'
import { type Service, type ServiceOptions, startService } from '../service/start-service.ts'
import { followService, type ServiceLine } from './service-line.ts'

export interface DesktopService extends ServiceLine {
  /** The one that runs in this process; undefined: it is another's. */
  own: Service | undefined
}

export interface DesktopServiceOptions extends ServiceOptions {
  /** Nobody asked for this very port: any other will do when it is taken. */
  isPortFree: boolean
}

const lineTo = (url: string, dataDir: string): ServiceLine => ({ url, headers: tokenHeaders(dataDir) })

/** Starts the service, or finds the one that runs. Throws StartError when neither is possible. */
export async function openDesktopService(options: DesktopServiceOptions): Promise<DesktopService> {
  try {
    const own = await startService(options)
    return { ...lineTo(own.url, options.dataDir), own }
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    if (error.code === 'already-running' && error.url !== undefined) return { ...lineTo(error.url, options.dataDir), own: undefined }
    if (error.code === 'port' && options.isPortFree) return openDesktopService({ ...options, port: 0, isPortFree: false })
    throw error
  }
}

/**
 * Follows the service as long as the desktop runs. `changed`: something in it did; `replaced`: it is another one now. Returns what ends it.
 */
export function keepService(
  first: DesktopService,
  options: DesktopServiceOptions,
  heard: { changed: () => void; replaced: (next: DesktopService) => void; failed: (error: unknown) => void },
): () => void {
  const end = new AbortController()
  void (async () => {
    let service = first
    while (!end.signal.aborted) {
      await followService(service, heard.changed, end.signal)
      if (end.signal.aborted || service.own) return
      try {
        service = await openDesktopService({ ...options, port: Number(new URL(service.url).port), isPortFree: true })
        if (end.signal.aborted) return await service.own?.close()
        heard.replaced(service)
      } catch (error) {
        heard.failed(error)
        await wait(2000, undefined, { ref: false })
      }
    }
  })()
  return () => end.abort()
}
