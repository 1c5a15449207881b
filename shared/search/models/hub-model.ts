// Fetches a model from the hub: with progress, continuing where it stopped, and checked against the hash that the hub names.
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

export interface HubModel {
  /** Where the hub is. */
  url: string
  /** For example Xenova/ms-marco-MiniLM-L-6-v2. */
  model: string
  /** The folder that gets the files. */
  folder: string
}

export const defaultHub = 'https://huggingface.co'
export const defaultHubReranker = 'Xenova/ms-marco-MiniLM-L-6-v2'

const files = ['tokenizer_config.json', 'tokenizer.json', 'onnx/model_quantized.onnx']
/** Milliseconds without a byte. */
const timeoutMs = 30_000

interface Expected {
  size: number
  /** SHA-256 for large files, the hash of a git blob for small ones; undefined when the hub names none. */
  hash: string | undefined
}

export const hasHubModel = (folder: string): boolean => files.every((file) => existsSync(join(folder, file)))

async function look(address: string, signal: AbortSignal): Promise<Expected> {
  const reply = await fetch(address, { method: 'HEAD', redirect: 'manual', signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]) })
  if (reply.status >= 400) throw new Error(`the hub returned ${reply.status} for ${address}`)
  const tag = (reply.headers.get('x-linked-etag') ?? reply.headers.get('etag') ?? '').replaceAll(/^W\/|"/g, '')
  return {
    size: Number(reply.headers.get('x-linked-size') ?? reply.headers.get('content-length') ?? 0),
    hash: /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(tag) ? tag : undefined,
  }
}

async function hashOf(file: string, like: string): Promise<string> {
  const hash = like.length === 64 ? createHash('sha256') : createHash('sha1').update(`blob ${statSync(file).size}\0`)
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer)
  return hash.digest('hex')
}

async function fetchFile(address: string, file: string, expected: Expected, got: (bytes: number) => void, signal: AbortSignal): Promise<void> {
  const partial = `${file}.partial`
  mkdirSync(dirname(file), { recursive: true })
  const have = existsSync(partial) ? statSync(partial).size : 0
  if (expected.size === 0 || have < expected.size) {
    const reply = await fetch(address, { headers: have > 0 ? { Range: `bytes=${have}-` } : {}, signal })
    if (!reply.ok || !reply.body) throw new Error(`the hub returned ${reply.status} for ${address}`)
    const goesOn = reply.status === 206
    if (goesOn) got(have)
    const body = Readable.fromWeb(reply.body as never)
    body.on('data', (chunk: Buffer) => got(chunk.length))
    await pipeline(body, createWriteStream(partial, { flags: goesOn ? 'a' : 'w' }), { signal })
  } else got(have)
  const size = statSync(partial).size
  const right = (expected.size === 0 || size === expected.size) && (expected.hash === undefined || (await hashOf(partial, expected.hash)) === expected.hash)
  if (!right) {
    // Too short: the next attempt goes on from here. Anything else was never the file.
    if (size >= expected.size) rmSync(partial, { force: true })
    throw new Error(`${address} does not match what the hub announced (${size} of ${expected.size} bytes${size === expected.size ? ', different hash' : ''})`)
  }
  renameSync(partial, file)
}

/** Fetches what is missing; `progress` gets 0..1. Throws when the hub fails; a later call goes on where this one stopped. */
export async function fetchHubModel({ url, model, folder }: HubModel, progress: (part: number) => void, signal: AbortSignal): Promise<void> {
  const missing = files.filter((file) => !existsSync(join(folder, file)))
  const addressOf = (file: string) => `${url.replace(/\/$/, '')}/${model}/resolve/main/${file}`
  const expected = await Promise.all(missing.map((file) => look(addressOf(file), signal)))
  const total = expected.reduce((sum, one) => sum + one.size, 0)
  let arrived = 0
  for (const [i, file] of missing.entries()) {
    await fetchFile(
      addressOf(file),
      join(folder, file),
      expected[i] as Expected,
      (bytes) => {
        arrived += bytes
        progress(total > 0 ? Math.min(1, arrived / total) : 0)
      },
      signal,
    )
  }
}
