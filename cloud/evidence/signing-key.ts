// The key that signs a team's evidence: made once for each team and kept sealed. Its public half is for everybody in it.
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { keyIdOf } from '../../shared/node/envelope.ts'
import { type Keys, seal, unseal } from '../auth/secrets.ts'
import type { Write } from '../journal/journal.ts'
import { evidenceStore, type StoredKey } from './evidence-store.ts'

export interface SigningKey {
  privateKey: KeyObject
  publicKey: Pick<StoredKey, 'key_id' | 'public_key' | 'created_at'>
}

export const evidenceKeyLabel = (teamId: string): string => `evidence ${teamId}`

/** Of the write's team. Makes it where there is none. */
export async function signingKey(write: Write, key: Keys): Promise<SigningKey> {
  const { tx, teamId, at, lock } = write
  let stored = await evidenceStore.key(tx, teamId)
  if (!stored) {
    // Of two who need the first one, one makes it.
    await lock()
    stored = await evidenceStore.key(tx, teamId)
  }
  if (!stored) {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519')
    stored = {
      key_id: keyIdOf(publicKey),
      public_key: publicKey.export({ type: 'spki', format: 'pem' }) as string,
      sealed: seal(key, Buffer.from(privateKey.export({ type: 'pkcs8', format: 'der' })), evidenceKeyLabel(teamId)),
      created_at: at,
    }
    await evidenceStore.keepKey(tx, teamId, stored)
  }
  const { sealed, ...publicKey } = stored
  const privateKey = createPrivateKey({ key: unseal(key, sealed, evidenceKeyLabel(teamId)), format: 'der', type: 'pkcs8' })
  if (keyIdOf(createPublicKey(privateKey)) !== publicKey.key_id) throw new Error('the signing key of the team is not the one that was kept')
  return { privateKey, publicKey }
}
