// The keys of the endpoints that search and conversations may use: kept where secrets are, each for the address that it was given for.
import type { SecretStore } from '../secrets/secret-place.ts'
import { type BoundKey, originOf, readKey, writeKey } from './bound-key.ts'

const secretNames = { embedder: 'search.embedder.key', reranker: 'search.reranker.key', extractor: 'conversations.extractor.key' }
export type KeyOwner = keyof typeof secretNames
export const keyOwners = Object.keys(secretNames) as KeyOwner[]

export interface EndpointKeyDeps {
  /** Opens the place of the secrets; asked only when one is wanted, because a keychain may take seconds to say no. */
  openSecrets(): Promise<SecretStore>
  /** The addresses of each endpoint: as the environment gives it, and as it stands at present. */
  addresses: { given: (owner: KeyOwner) => string | null | undefined; present: (owner: KeyOwner) => string | null | undefined }
  /** The place was opened, and these have a key there. */
  opened: (owners: readonly KeyOwner[]) => void
  report(error: unknown): void
  env: NodeJS.ProcessEnv
}

export type EndpointKeys = ReturnType<typeof createEndpointKeys>

export function createEndpointKeys({ openSecrets, addresses, opened, report, env }: EndpointKeyDeps) {
  const keys: { [owner in KeyOwner]?: BoundKey | undefined } = {}
  let opening: Promise<SecretStore> | undefined
  const secrets = () => (opening ??= open())
  /** Where the endpoint is at present. */
  const originNow = (owner: KeyOwner) => originOf(addresses.present(owner))

  async function open(): Promise<SecretStore> {
    const store = await openSecrets()
    for (const owner of keyOwners) {
      try {
        keys[owner] = readKey(await store.get(secretNames[owner]), originNow(owner))
      } catch (error) {
        // It went away while it was asked: the settings do without, and whoever asks next tries again.
        opening = undefined
        report(error)
      }
    }
    opened(keyOwners.filter((owner) => keys[owner] !== undefined))
    return store
  }

  /** Puts a secret, and answers how to put back what stood there. */
  async function keep(owner: KeyOwner, bound: BoundKey | undefined): Promise<() => Promise<void>> {
    const store = await secrets()
    const before = keys[owner]
    await store.set(secretNames[owner], writeKey(bound))
    keys[owner] = bound
    return async () => {
      keys[owner] = before
      await store.set(secretNames[owner], writeKey(before))
    }
  }

  return {
    /** Where secrets are kept. */
    secrets,

    /** A key goes to the address that it was given for, and nowhere else: one of the environment to the address there, if that names one. */
    of(owner: KeyOwner): string | undefined {
      const fromEnvironment = env[`TANDEM_${owner.toUpperCase()}_KEY`]
      const kept = keys[owner]
      const [key, origin] = fromEnvironment ? [fromEnvironment, originOf(addresses.given(owner))] : [kept?.key, kept?.origin ?? null]
      return origin === null || origin === originNow(owner) ? key : undefined
    },

    /** A key that is given is kept for the address at present; one that was kept for another address is forgotten. Answers how to put that back. */
    async settle(owner: KeyOwner, key: string | null | undefined): Promise<(() => Promise<void>) | undefined> {
      const origin = originNow(owner)
      if (key !== undefined) return keep(owner, key === null ? undefined : { key, origin })
      const kept = keys[owner]
      if (!kept || kept.origin === origin) return undefined
      return keep(owner, kept.origin === null ? { key: kept.key, origin } : undefined)
    },
  }
}
