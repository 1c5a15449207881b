// Brings a page back that crashed.
import { app, type BrowserWindow, dialog } from 'electron'
import { setTimeout as wait } from 'node:timers/promises'
import { m } from '../messages.ts'

/** A page that crashes more often than this within a minute is not reloaded by itself any more. */
const maxCrashes = 3

export function createCrashRecovery(isQuitting: () => boolean) {
  let crashes: number[] = []
  return async (shown: BrowserWindow, reason: string): Promise<void> => {
    if (isQuitting() || reason === 'clean-exit' || shown.isDestroyed()) return
    const now = Date.now()
    crashes = [...crashes.filter((at) => now - at < 60_000), now]
    if (crashes.length > maxCrashes) {
      const { response } = await dialog.showMessageBox(shown, { type: 'warning', message: m.keepCrashing, buttons: [m.tryAgain, m.quit] })
      if (response === 1) return app.quit()
      crashes = []
    }
    // Not while Chromium is still telling us about the crash: that takes the whole process along.
    await wait(100)
    if (!shown.isDestroyed()) shown.webContents.reload()
  }
}
