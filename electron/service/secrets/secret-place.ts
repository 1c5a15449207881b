// Where keys and tokens are kept apart from everything else, in the best place that this machine offers.
import type { secretStoreKinds } from '../../../shared/schema/settings.ts'

type SecretStoreKind = (typeof secretStoreKinds)[number]

export interface SecretStore {
  kind: SecretStoreKind
  /** What the person should know about this place; null when it is a good one. */
  warning: string | null
  get(name: string): Promise<string | undefined>
  /** undefined forgets it. Throws when the place does not take it; then nothing was changed. */
  set(name: string, value: string | undefined): Promise<void>
}

/** Encrypts with a key that the operating system keeps (Electron's safeStorage). */
export interface SystemCipher {
  /** false when it would only pretend, with a key that everybody knows. */
  isReal(): boolean
  encrypt(text: string): Buffer
  decrypt(data: Buffer): string
}
