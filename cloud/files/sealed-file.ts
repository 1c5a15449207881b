// A file is sealed in pieces, so that one of any length is written and read with a little memory. Each object has a key of its own, made of the server's
// key and of which team's object it is: the bytes of one, put in the place of another, do not open. Each piece says its place and whether it is the last
// one (as STREAM does, and age): pieces cannot be swapped, left out or cut off.
import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto'
import type { Keys } from '../auth/secrets.ts'

export interface FileObject {
  team: string
  object: string
}

const pieceBytes = 65_536
const tagBytes = 16
const version = Buffer.from([1])

const keyOf = (key: Buffer, { team, object }: FileObject) => Buffer.from(hkdfSync('sha256', key, object, `tandem file ${team}`, 32))

function nonceOf(place: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUInt32BE(place, 4)
  nonce[11] = isLast ? 1 : 0
  return nonce
}

/** How many bytes so many become. */
export const sealedLength = (bytes: number): number => version.length + bytes + Math.max(1, Math.ceil(bytes / pieceBytes)) * tagBytes

/** `push` answers what can be written by now, `end` the rest. */
export function createSealing([key]: Keys, of: FileObject) {
  const own = keyOf(key, of)
  let place = 0
  let waiting: Buffer = Buffer.alloc(0)
  let begun = false

  function sealPiece(plain: Buffer, isLast: boolean): Buffer {
    const cipher = createCipheriv('aes-256-gcm', own, nonceOf(place++, isLast))
    const sealed = [cipher.update(plain), cipher.final(), cipher.getAuthTag()]
    const head = begun ? [] : [version]
    begun = true
    return Buffer.concat([...head, ...sealed])
  }

  return {
    push(chunk: Uint8Array): Buffer {
      waiting = Buffer.concat([waiting, chunk])
      const made: Buffer[] = []
      // What may be the end waits for what comes behind it.
      for (; waiting.length > pieceBytes; waiting = waiting.subarray(pieceBytes)) made.push(sealPiece(waiting.subarray(0, pieceBytes), false))
      return Buffer.concat(made)
    },
    end: (): Buffer => sealPiece(waiting, true),
  }
}

export class DamagedFile extends Error {}

/** Throws DamagedFile. */
function openPiece(own: Buffer, piece: Buffer, place: number, isLast: boolean): Buffer {
  try {
    const decipher = createDecipheriv('aes-256-gcm', own, nonceOf(place, isLast)).setAuthTag(piece.subarray(-tagBytes))
    return Buffer.concat([decipher.update(piece.subarray(0, -tagBytes)), decipher.final()])
  } catch (error) {
    throw new DamagedFile('the bytes are not those that were stored', { cause: error })
  }
}

/** The pieces as they are stored. Throws DamagedFile where they are in no form that is known. */
async function* piecesOf(sealed: AsyncIterable<Uint8Array>): AsyncGenerator<{ piece: Buffer; place: number; isLast: boolean }> {
  let place = 0
  let waiting: Buffer = Buffer.alloc(0)
  let begun = false
  for await (const chunk of sealed) {
    waiting = Buffer.concat([waiting, chunk])
    if (!begun && waiting.length > 0) {
      if (waiting[0] !== version[0]) throw new DamagedFile('it is in no form that is known')
      waiting = waiting.subarray(version.length)
      begun = true
    }
    for (; waiting.length > pieceBytes + tagBytes; waiting = waiting.subarray(pieceBytes + tagBytes))
      yield { piece: waiting.subarray(0, pieceBytes + tagBytes), place: place++, isLast: false }
  }
  if (waiting.length < tagBytes) throw new DamagedFile('its end is missing')
  yield { piece: waiting, place, isLast: true }
}

/** The key that sealed this piece. */
const keyOfPiece = (keys: Keys, of: FileObject, { piece, place, isLast }: { piece: Buffer; place: number; isLast: boolean }): Buffer | undefined =>
  keys.find((key) => {
    try {
      openPiece(keyOf(key, of), piece, place, isLast)
      return true
    } catch {
      return false
    }
  })

/** Piece by piece; throws DamagedFile with the first that is not what was written. */
export async function* unsealed(keys: Keys, of: FileObject, sealed: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let own: Buffer | undefined
  for await (const next of piecesOf(sealed)) {
    // With one key nothing is opened twice.
    own ??= keyOf((keys.length === 1 ? undefined : keyOfPiece(keys, of, next)) ?? keys[0], of)
    yield openPiece(own, next.piece, next.place, next.isLast)
  }
}

/** Which of the keys sealed it, by its first piece: the rest is not read. Undefined: none of them, or it is damaged there. */
export async function sealedBy(keys: Keys, of: FileObject, sealed: AsyncIterable<Uint8Array>): Promise<Buffer | undefined> {
  try {
    for await (const first of piecesOf(sealed)) return keyOfPiece(keys, of, first)
  } catch (error) {
    if (!(error instanceof DamagedFile)) throw error
  }
  return undefined
}
