// From what a person chose to what search runs.
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { SearchChoice } from '../../settings/settings.ts'
import { createChatReranker } from '../../../../shared/search/rerank/chat-reranker.ts'
import type { EmbedderSettings } from '../../../../shared/search/meaning/embedder.ts'
import { defaultHubReranker } from '../../../../shared/search/models/hub-model.ts'
import { createHubReranker } from '../../../../shared/search/rerank/hub-reranker.ts'
import type { FetchedModels } from './fetched-models.ts'
import { defaultEmbedder, defaultReranker, type ModelFolder } from '../../../../shared/search/models/model-files.ts'
import type { OnnxRuntime } from '../../../../shared/search/models/onnx.ts'
import { createLocalReranker } from '../../../../shared/search/rerank/reranker.ts'
import { noReranker, type Reranker } from '../../../../shared/search/rerank/reranking.ts'

/** Threads for one query, for reading texts in the background, and for the pair scorer. */
export const threads = { query: 1, indexing: 1, rerank: Math.min(4, Math.max(1, availableParallelism())) }

const ownFolder = (path: string): ModelFolder => ({ path, hashes: {} })

/** While a model from the hub is not here, the one on this computer stands in for it. */
export function embedderFor({ embedder }: SearchChoice, models: FetchedModels, env: NodeJS.ProcessEnv): EmbedderSettings | undefined {
  if (embedder.kind === 'off') return undefined
  const card = embedder.kind === 'hub' ? models.card(embedder.model) : undefined
  if (card && models.isWhole(card)) return models.settingsOf(card)
  if (embedder.kind === 'endpoint') return { kind: 'endpoint', url: embedder.url as string, model: embedder.model as string, key: embedder.key }
  return embedder.folder ? { ...bundledEmbedder(env), folder: ownFolder(embedder.folder) } : bundledEmbedder(env)
}

export function bundledEmbedder(env: NodeJS.ProcessEnv): EmbedderSettings & { kind: 'local' } {
  return { kind: 'local', folder: defaultEmbedder(), only: env.TANDEM_ONNX as OnnxRuntime | undefined }
}

/** `modelsDir`: where models from the hub are kept. */
export function rerankerFor({ reranker }: SearchChoice, modelsDir: string, report: (error: unknown) => void): Reranker {
  const { kind, folder, url, model, key } = reranker
  if (kind === 'local') return createLocalReranker(folder ? ownFolder(folder) : defaultReranker(), threads.rerank, report)
  if (kind === 'endpoint') return createChatReranker({ url: url as string, model: model as string, key }, report)
  if (kind === 'off') return noReranker
  const name = model ?? defaultHubReranker
  return createHubReranker({ url, model: name, folder: join(modelsDir, name.replaceAll(/[^\w.-]/g, '--')), threads: threads.rerank, report })
}
