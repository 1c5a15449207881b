// Settings in their file, secrets in the best place that this machine has.
import { join } from 'node:path'
import { hasSecretFiles, openSecrets } from '../secrets/open-secrets.ts'
import type { SystemCipher } from '../secrets/secret-place.ts'
import { modelCards } from '../search/models/fetched-models.ts'
import { createSettings, type Settings } from '../settings/settings.ts'

export interface SettingsModuleDeps {
  dataDir: string
  systemCipher: SystemCipher | undefined
  report: (error: unknown) => void
}

export function openSettings({ dataDir, systemCipher, report }: SettingsModuleDeps): Settings {
  const { env } = process
  return createSettings({
    file: join(dataDir, 'settings.json'),
    openSecrets: () => openSecrets({ dataDir, env, systemCipher, report }),
    hasSecretFiles: hasSecretFiles(dataDir),
    report,
    env,
    embedders: () => modelCards(join(dataDir, 'models')).map(({ name }) => name),
  })
}
