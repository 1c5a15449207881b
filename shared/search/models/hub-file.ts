// One file of the hub. What has arrived stands in NAME.part, with the hub's own mark of its version beside it, and gets its name only when it is whole
// and right: whoever is killed in between goes on from there, and never loads half a file.
import { createHash } from 'node:crypto'
import { createReadStream, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname } from 'node:path'

export interface Expected {
  /** 0 where nobody knows. */
  bytes: number
  /** SHA-256 for large files, the hash of a git blob for small ones; undefined where nobody knows. */
  hash: string | undefined
}

/** What arrived is not what was wanted: to ask again would bring the same. */
export class WrongFile extends Error {}

/** Milliseconds without a byte; a test may shorten it. */
export const idle = { ms: 30_000 }

export const isWhole = (file: string, bytes: number): boolean => existsSync(file) && statSync(file).size === bytes
const sizeOf = (file: string) => (existsSync(file) ? statSync(file).size : 0)
const partOf = (file: string) => `${file}.part`
/** What has arrived of a file that is not whole. */
export const arrivedOf = (file: string, bytes: number): number => Math.min(bytes, sizeOf(partOf(file)))

async function hashOf(file: string, like: string): Promise<string> {
  const hash = like.length === 64 ? createHash('sha256') : createHash('sha1').update(`blob ${statSync(file).size}\0`)
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer)
  return hash.digest('hex')
}

/** Writes an answer behind what is there already. */
async function write(body: ReadableStream<Uint8Array>, part: string, from: number, most: number, heard: (size: number) => void): Promise<void> {
  const file = await open(part, from > 0 ? 'a' : 'w')
  let size = from
  try {
    for await (const chunk of body) {
      await file.appendFile(chunk)
      size += chunk.length
      heard(size)
      // Who sends more than the file has sends another file: it must not fill the disk.
      if (most > 0 && size > most) return
    }
    await file.sync()
  } finally {
    await file.close()
  }
}

/** `got` hears how many bytes of it are there. */
export async function fetchFile(address: string, file: string, expected: Expected, got: (bytes: number) => void, signal: AbortSignal): Promise<void> {
  const part = partOf(file)
  const mark = `${part}.etag`
  const drop = () => [part, mark].forEach((one) => rmSync(one, { force: true }))
  mkdirSync(dirname(file), { recursive: true })
  const have = sizeOf(part)
  if (expected.bytes === 0 || have < expected.bytes) {
    const silent = new AbortController()
    const patience = setTimeout(() => silent.abort(new Error(`the hub sent nothing for ${idle.ms / 1000} s`)), idle.ms)
    try {
      const since = have > 0 && existsSync(mark) ? { 'If-Range': readFileSync(mark, 'utf8') } : {}
      // Packed on the way, a part of it would be no part of the file.
      const headers = { 'Accept-Encoding': 'identity', ...(have > 0 ? { Range: `bytes=${have}-`, ...since } : {}) }
      const reply = await fetch(address, { headers, signal: AbortSignal.any([signal, silent.signal]) })
      if (reply.status === 416) drop()
      if (!reply.ok || !reply.body) throw new Error(`the hub returned ${reply.status} for ${address}`)
      const goesOn = reply.status === 206
      if (goesOn && !reply.headers.get('content-range')?.startsWith(`bytes ${have}-`)) {
        drop()
        throw new Error(`the hub sent another part of ${address} than it was asked for`)
      }
      const tag = reply.headers.get('etag')
      // A weak mark promises nothing about single bytes.
      if (tag && !tag.startsWith('W/')) writeFileSync(mark, tag)
      else if (!goesOn) rmSync(mark, { force: true })
      await write(reply.body, part, goesOn ? have : 0, expected.bytes, (size) => {
        patience.refresh()
        got(size)
      })
    } finally {
      clearTimeout(patience)
    }
  }
  const size = sizeOf(part)
  got(size)
  if (expected.bytes > 0 && size < expected.bytes) throw new Error(`the hub broke off: ${size} of ${expected.bytes} bytes of ${address} are here`)
  const isRight = (expected.bytes === 0 || size === expected.bytes) && (expected.hash === undefined || (await hashOf(part, expected.hash)) === expected.hash)
  if (!isRight) {
    drop()
    throw new WrongFile(
      `${address} does not match what was announced (${size === expected.bytes ? 'different hash' : `${size} bytes, not ${expected.bytes}`}); it was thrown away`,
    )
  }
  renameSync(part, file)
  rmSync(mark, { force: true })
}
