import type { settingsContract } from '../../../shared/contract/settings.ts'
import type { Handlers } from '../../../shared/http/mount.ts'
import type { HttpContext } from '../context.ts'
import type { Settings } from './settings.ts'

export function settingsRoutes(settings: Settings): Handlers<typeof settingsContract, HttpContext> {
  return {
    readSettings: () => settings.read(),
    updateSettings: ({ body }) => settings.update(body),
  }
}
