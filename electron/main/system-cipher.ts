// The system's keychain, as Electron offers it.
import { safeStorage } from 'electron'
import type { SystemCipher } from '../service/secrets/secret-place.ts'

export const systemCipher: SystemCipher = {
  isReal: () =>
    safeStorage.isEncryptionAvailable() && (process.platform !== 'linux' || !['basic_text', 'unknown'].includes(safeStorage.getSelectedStorageBackend())),
  encrypt: (text) => safeStorage.encryptString(text),
  decrypt: (data) => safeStorage.decryptString(data),
}
