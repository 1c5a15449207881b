// Secrets in one JSON file, each encrypted by itself under its name.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { readJsonFile, writeJsonFile } from '../settings/settings-file.ts'
import type { SecretStore, SystemCipher } from './secret-place.ts'

interface Cipher {
  encrypt(name: string, value: string): Buffer
  /** Throws when it is not what was encrypted under this name. */
  decrypt(name: string, data: Buffer): string
}

/** What is no JSON holds nothing any more. What cannot be read at this moment may: it must neither be overwritten nor cleared away. */
function readSealed(file: string): Record<string, unknown> {
  try {
    readFileSync(file)
  } catch (error) {
    if ((error as { code?: string }).code !== 'ENOENT') throw error
  }
  return readJsonFile(file)
}

function fileOf(file: string, cipher: Cipher): Pick<SecretStore, 'get' | 'set'> & { names(): string[] } {
  return {
    names: () => Object.keys(readSealed(file)),
    async get(name) {
      const stored = readSealed(file)[name]
      if (typeof stored !== 'string') return undefined
      try {
        return cipher.decrypt(name, Buffer.from(stored, 'base64'))
      } catch {
        // Damaged, or made with a key that is gone: like a secret that was never given, it is asked for again.
        return undefined
      }
    },
    async set(name, value) {
      const { [name]: old, ...rest } = readSealed(file)
      if (value === undefined && old === undefined) return
      writeJsonFile(file, value === undefined ? rest : { ...rest, [name]: cipher.encrypt(name, value).toString('base64') })
    },
  }
}

export type FileSecrets = SecretStore & { names(): string[] }

/** With a key of the operating system's. */
export function openSystemCipherFile(file: string, system: SystemCipher): FileSecrets {
  const cipher: Cipher = {
    encrypt: (name, value) => system.encrypt(JSON.stringify([name, value])),
    decrypt(name, data) {
      const [forName, value] = JSON.parse(system.decrypt(data)) as [string, string]
      if (forName !== name) throw new Error('this value belongs to another name')
      return value
    },
  }
  return { kind: 'system_cipher', warning: null, ...fileOf(file, cipher) }
}

/** AES-256-GCM with a key in a file beside it: as safe as the owner's own files, and no safer. */
export function openKeyFile(file: string, keyFile: string, reason: string): FileSecrets {
  const cipher: Cipher = {
    encrypt(name, value) {
      const nonce = randomBytes(12)
      const sealing = createCipheriv('aes-256-gcm', keyOf(keyFile), nonce).setAAD(Buffer.from(name))
      const sealed = Buffer.concat([sealing.update(value, 'utf8'), sealing.final()])
      return Buffer.concat([nonce, sealing.getAuthTag(), sealed])
    },
    decrypt(name, data) {
      const opening = createDecipheriv('aes-256-gcm', keyOf(keyFile), data.subarray(0, 12), { authTagLength: 16 }).setAAD(Buffer.from(name))
      opening.setAuthTag(data.subarray(12, 28))
      return Buffer.concat([opening.update(data.subarray(28)), opening.final()]).toString('utf8')
    },
  }
  const warning = `Keys and tokens are stored in a file that only your account can read, not in the system keychain (${reason}). Anyone who can read your files, or a backup of them, can read these too.`
  return { kind: 'file', warning, ...fileOf(file, cipher) }
}

function keyOf(file: string): Buffer {
  if (!existsSync(file)) {
    try {
      writeFileSync(file, randomBytes(32), { mode: 0o600, flag: 'wx' })
    } catch (error) {
      if ((error as { code?: string }).code !== 'EEXIST') throw error
    }
  }
  const key = readFileSync(file)
  if (key.length === 32) return key
  // Nothing can be opened with it any more; a new one is made at the next try.
  rmSync(file, { force: true })
  throw new Error(`${file} is damaged`)
}
