// Ending Tandem: what it follows is let go, and the service is closed.
import { app } from 'electron'
import type { DesktopService } from './desktop-service.ts'

export interface EndDeps {
  service: () => DesktopService
  /** Before the service is closed. */
  stop: () => void
  report: (error: unknown) => void
}

const timeoutMs = 5000

export function endOrderly({ service, stop, report }: EndDeps): void {
  let isEnding = false
  app.on('before-quit', (event) => {
    event.preventDefault()
    if (isEnding) return
    isEnding = true
    stop()
    // Writes are safe at any moment; closing saves the next start some work, so it may not hold up the end.
    const timer = setTimeout(() => app.exit(0), timeoutMs)
    void (service().own?.close() ?? Promise.resolve()).catch(report).finally(() => {
      clearTimeout(timer)
      app.exit(0)
    })
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => app.quit())
}
