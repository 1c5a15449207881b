// The desktop's settings, and what each of them does to the system: the shortcut, the start at login, where updates come from.
import { dialog, globalShortcut } from 'electron'
import type { DesktopSettings, DesktopState } from '../../shared/contract/desktop/bridge.ts'
import type { DesktopFile } from './desktop-file.ts'
import { startAtLogin } from './login-start.ts'
import { m } from './messages.ts'
import { feedOf, followUpdates } from './updates/updates.ts'

export interface DesktopSettingsDeps {
  file: DesktopFile
  /** Arguments that a start at login gets, too. */
  lasting: readonly string[]
  showQuickAdd: () => void
  changed: () => void
  report: (error: unknown) => void
}

/** Follows updates from the start; the shortcut is taken with `takeKeys`. */
export function applyDesktopSettings({ file, lasting, showQuickAdd, changed, report }: DesktopSettingsDeps) {
  const follow = () => followUpdates(feedOf(file.settings(), process.env), { newestSeen: file.newestUpdate, saw: file.keepNewestUpdate }, report)
  let stopUpdates = follow()

  function isRegistered(): boolean {
    const keys = file.settings().quick_add_keys
    return keys !== '' && globalShortcut.isRegistered(keys)
  }

  function takeKeys(): void {
    globalShortcut.unregisterAll()
    const keys = file.settings().quick_add_keys
    try {
      if (keys !== '') globalShortcut.register(keys, showQuickAdd)
    } catch {
      // No keys that the system knows; the settings say that they do not work.
    }
  }

  /** A page may propose where programs come from; the person decides, in a question that no page can draw or answer. */
  async function isFeedWanted(feed: string): Promise<boolean> {
    if (feed === '' || feed === file.settings().update_feed) return true
    const { response } = await dialog.showMessageBox({
      type: 'warning',
      message: m.feedQuestion(new URL(feed).host),
      detail: m.feedDetail(feed),
      buttons: [m.feedRefuse, m.feedAccept],
      defaultId: 0,
      cancelId: 0,
      noLink: true,
    })
    return response === 1
  }

  const state = (): DesktopState => ({ ...file.settings(), quick_add_keys_work: isRegistered() })

  return {
    takeKeys,
    state,
    async change({ update_feed, ...others }: Partial<DesktopSettings>): Promise<DesktopState> {
      const isNew = update_feed !== undefined && (await isFeedWanted(update_feed))
      const patch = isNew ? { ...others, update_feed } : others
      file.changeSettings(patch)
      if (patch.start_at_login !== undefined) startAtLogin(patch.start_at_login, lasting)
      if (patch.quick_add_keys !== undefined) takeKeys()
      if (isNew) {
        stopUpdates()
        stopUpdates = follow()
      }
      changed()
      return state()
    },
    /** The shortcut is free again, and nothing is looked for any more. */
    stop(): void {
      stopUpdates()
      globalShortcut.unregisterAll()
    },
  }
}
