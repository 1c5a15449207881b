// What the desktop remembers of itself, beside the data: settings and the window's place. Whatever is unreadable in it counts as not there.
import { join } from 'node:path'
import { Value } from 'typebox/value'
import { DesktopSettings } from '../../shared/contract/desktop/bridge.ts'
import { readJsonFile, writeJsonFile } from '../service/settings/settings-file.ts'
import { WindowState } from './windows/window-state.ts'

const defaults: DesktopSettings = { start_at_login: false, quick_add_keys: 'CommandOrControl+Shift+Space', keep_running: true, update_feed: '' }

export function openDesktopFile(dir: string) {
  const file = join(dir, 'desktop.json')
  const read = readJsonFile(file) as { settings?: object; window?: unknown; newest_update?: unknown }
  const merged = { ...defaults, ...read.settings }
  let settings = Value.Check(DesktopSettings, merged) ? merged : defaults
  let window: WindowState = Value.Check(WindowState, read.window) ? read.window : {}

  let newestUpdate = Number.isSafeInteger(read.newest_update) ? (read.newest_update as number) : 0

  function save(): void {
    try {
      writeJsonFile(file, { settings, window, newest_update: newestUpdate })
    } catch {
      // A full disk: then it lasts until Tandem ends.
    }
  }

  return {
    settings: () => settings,
    window: () => window,
    changeSettings(patch: Partial<DesktopSettings>): void {
      settings = { ...settings, ...patch }
      save()
    },
    /** When the newest manifest of updates that was ever believed was signed, in seconds since 1970. */
    newestUpdate: () => newestUpdate,
    keepNewestUpdate(signedAt: number): void {
      newestUpdate = Math.max(newestUpdate, signedAt)
      save()
    },
    keepWindow(state: WindowState): void {
      window = state
      save()
    },
  }
}

export type DesktopFile = ReturnType<typeof openDesktopFile>
