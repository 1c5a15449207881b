// Fetches a model from the hub: with progress, continuing where it stopped, and checked against its card, or against the hash that the hub names.
import { existsSync, mkdirSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { arrivedOf, type Expected, fetchFile, idle, isWhole } from './hub-file.ts'
import type { ModelCard } from '../../schema/search-status.ts'

export interface HubModel {
  /** Where the hub is. */
  url: string
  /** For example Xenova/ms-marco-MiniLM-L-6-v2. */
  model: string
  /** A commit; the newest where none is given. */
  revision?: string
  /** Which bytes its files have; where nobody knows, the hub is believed. */
  files?: ModelCard['files']
  /** The folder that gets the files. */
  folder: string
}

export const defaultHub = 'https://huggingface.co'
export const defaultHubReranker = 'Xenova/ms-marco-MiniLM-L-6-v2'

const usualFiles = ['tokenizer_config.json', 'tokenizer.json', 'onnx/model_quantized.onnx']
/** What is left free for everything else on the disk. */
const spare = 50_000_000

/** The disk has no room for the model. */
export class NoRoom extends Error {}

const megabytes = (bytes: number) => `${Math.ceil(bytes / 1e6)} MB`

export function hasHubModel(folder: string, files?: HubModel['files']): boolean {
  return files
    ? Object.entries(files).every(([file, { bytes }]) => isWhole(join(folder, file), bytes))
    : usualFiles.every((file) => existsSync(join(folder, file)))
}

async function look(address: string, signal: AbortSignal): Promise<Expected> {
  const reply = await fetch(address, { method: 'HEAD', redirect: 'manual', signal: AbortSignal.any([signal, AbortSignal.timeout(idle.ms)]) })
  if (reply.status >= 400) throw new Error(`the hub returned ${reply.status} for ${address}`)
  const tag = (reply.headers.get('x-linked-etag') ?? reply.headers.get('etag') ?? '').replaceAll(/^W\/|"/g, '')
  return {
    bytes: Number(reply.headers.get('x-linked-size') ?? reply.headers.get('content-length') ?? 0),
    hash: /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(tag) ? tag : undefined,
  }
}

async function requireRoom(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize < bytes + spare)
    throw new NoRoom(
      `there is not enough room on the disk: the model needs ${megabytes(bytes)} more and ${megabytes(spare)} to spare, ${megabytes(bavail * bsize)} are free`,
    )
}

/** Fetches what is missing; `progress` gets 0..1. Throws when the hub fails; a later call goes on where this one stopped. */
export async function fetchHubModel(
  { url, model, revision = 'main', files, folder }: HubModel,
  progress: (part: number) => void,
  signal: AbortSignal,
): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const addressOf = (file: string) => `${url.replace(/\/$/, '')}/${model}/resolve/${revision}/${file}`
  const missing = Object.keys(files ?? Object.fromEntries(usualFiles.map((file) => [file, 0]))).filter((file) =>
    files ? !isWhole(join(folder, file), files[file]?.bytes as number) : !existsSync(join(folder, file)),
  )
  const expected = await Promise.all(
    missing.map((file): Expected | Promise<Expected> => {
      const known = files?.[file]
      return known ? { bytes: known.bytes, hash: known.sha256 } : look(addressOf(file), signal)
    }),
  )
  const total = (files ? Object.values(files) : expected).reduce((sum, { bytes }) => sum + bytes, 0)
  let arrived = files ? total - expected.reduce((sum, { bytes }) => sum + bytes, 0) : 0
  const begun = missing.reduce((sum, file, i) => sum + arrivedOf(join(folder, file), (expected[i] as Expected).bytes), 0)
  await requireRoom(folder, total - arrived - begun)
  for (const [i, file] of missing.entries()) {
    const before = arrived
    const got = (bytes: number) => {
      arrived = before + bytes
      progress(total > 0 ? Math.min(1, arrived / total) : 0)
    }
    try {
      await fetchFile(addressOf(file), join(folder, file), expected[i] as Expected, got, signal)
    } catch (error) {
      if ((error as { code?: unknown }).code !== 'ENOSPC') throw error
      throw new NoRoom(`the disk is full: the model needs ${megabytes(total - arrived)} more`)
    }
  }
}
