// The key that signs evidence: made once, and kept where the other secrets are. Its public half is for everybody.
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { AppError } from '../../../shared/domain/app-error.ts'
import { keyIdOf } from '../../../shared/node/envelope.ts'
import type { SecretStore } from '../secrets/secret-place.ts'
import type { StoredKey } from './evidence-store.ts'

const secretName = 'evidence-key'

export interface SigningKey {
  privateKey: KeyObject
  publicKey: StoredKey
}

export interface SigningKeyDeps {
  secrets: () => Promise<SecretStore>
  now: () => Date
}

function keyIn(pem: string | undefined): KeyObject | undefined {
  if (pem === undefined) return undefined
  try {
    const key = createPrivateKey(pem)
    return key.asymmetricKeyType === 'ed25519' ? key : undefined
  } catch {
    // Damaged: a new one is made, and what the old one signed can still be checked with its public half.
    return undefined
  }
}

async function load({ secrets, now }: SigningKeyDeps): Promise<SigningKey> {
  const place = await secrets()
  let privateKey = keyIn(await place.get(secretName))
  if (!privateKey) {
    privateKey = generateKeyPairSync('ed25519').privateKey
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }) as string
    await place.set(secretName, pem)
    // One that cannot be read again would make every start sign with another key.
    if ((await place.get(secretName)) !== pem) throw new Error('the signing key was not kept')
  }
  const publicKey = createPublicKey(privateKey)
  return {
    privateKey,
    publicKey: { key_id: keyIdOf(publicKey), public_key: publicKey.export({ type: 'spki', format: 'pem' }) as string, created_at: now().toISOString() },
  }
}

/** Opened with the first evidence: a keychain may take seconds. What failed is tried again. */
export function createSigningKey(deps: SigningKeyDeps): () => Promise<SigningKey> {
  let loading: Promise<SigningKey> | undefined
  return () =>
    (loading ??= load(deps).catch((error: unknown) => {
      loading = undefined
      throw new AppError(
        'storage_unavailable',
        'Tandem cannot read or keep its signing key, so nothing was recorded. Check the keychain or the data folder, then send it again.',
        {
          cause: error,
        },
      )
    }))
}
