// Whether what a feed says about a newer Tandem may be believed. The hash of the update is in the manifest, and the manifest is signed: whoever holds
// the feed, or stands between, can keep updates back, and no more.
import { type PublicKey, SignatureError, verifyContent } from './minisign.ts'

export interface Manifest {
  /** "latest-linux.yml" */
  file: string
  text: string
  /** Of the .minisig beside it; null: there is none. */
  signature: string | null
}

/** What is signed along with the manifest: which file it is, and when it was made. */
export const commentOf = (file: string, signedAt: Date): string => `file:${file}\ttimestamp:${Math.floor(signedAt.getTime() / 1000)}`

/**
 * When the manifest was signed, in seconds since 1970. Throws `SignatureError` for one that is not signed, is signed by somebody else, is that of another
 * system, or is older than `newestSeen`: an old one that is shown again would bring back what a newer release has fixed.
 */
export function checkManifest({ file, text, signature }: Manifest, key: PublicKey, newestSeen: number): number {
  if (signature === null || signature.trim() === '') throw new SignatureError(`${file} is not signed.`)
  const said = new Map(
    verifyContent(text, signature, key)
      .split('\t')
      .map((part) => [part.slice(0, part.indexOf(':')), part.slice(part.indexOf(':') + 1)]),
  )
  if (said.get('file') !== file) throw new SignatureError(`It was signed as ${said.get('file') ?? 'nothing'}, not as ${file}.`)
  const signedAt = Number(said.get('timestamp'))
  if (!Number.isSafeInteger(signedAt)) throw new SignatureError(`${file} does not say when it was signed.`)
  if (signedAt < newestSeen) throw new SignatureError(`${file} is older than a manifest seen before.`)
  return signedAt
}
