import type { settingsContract } from '../../../shared/contract/settings.ts'
import { AppError } from '../../../shared/domain/app-error.ts'
import type { Handlers } from '../../../shared/http/mount.ts'
import type { SettingsPatch } from '../../../shared/schema/settings.ts'
import type { HttpContext } from '../context.ts'
import type { Settings } from './settings.ts'

/** Where an endpoint is, and the key that is sent there with the texts of tasks. */
function setsAddressOrKey({ search, conversations }: SettingsPatch): boolean {
  return [search?.embedder, search?.reranker, conversations?.extractor].some((part) => part?.url !== undefined || part?.key !== undefined)
}

export function settingsRoutes(settings: Settings): Handlers<typeof settingsContract, HttpContext> {
  return {
    readSettings: () => settings.read(),
    updateSettings({ body }, { actor }) {
      if (actor.kind !== 'person' && setsAddressOrKey(body))
        throw new AppError('forbidden', 'Only a person sets the addresses and keys of endpoints: tasks are sent there. Send X-Actor: person if you are one.')
      return settings.update(body)
    },
  }
}
