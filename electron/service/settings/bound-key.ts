// A key of an endpoint together with the address that it is for, as one secret: whoever changes the address, in the settings, in their file or in
// the environment, does not get the key sent there.

export interface BoundKey {
  key: string
  /** Scheme, host and port; null: it was given before any address, and is for the first one. */
  origin: string | null
}

export const originOf = (url: string | null | undefined): string | null => (url && URL.canParse(url) ? new URL(url).origin : null)

/** As it lies where secrets are. One from before holds the key alone: it is for the address that stands beside it. */
export function readKey(secret: string | undefined, origin: string | null): BoundKey | undefined {
  if (secret === undefined) return undefined
  try {
    const { key, origin: bound } = JSON.parse(secret) as Partial<BoundKey>
    if (typeof key === 'string' && (bound === null || typeof bound === 'string')) return { key, origin: bound }
  } catch {
    // No JSON: a key alone.
  }
  return { key: secret, origin }
}

export const writeKey = (bound: BoundKey | undefined): string | undefined => bound && JSON.stringify(bound)
