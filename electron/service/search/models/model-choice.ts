// The models that the person chose: another choice replaces them while search runs.
import type { SearchChoice, Settings } from '../../settings/settings.ts'
import type { EmbedderSettings } from '../../../../shared/search/meaning/embedder.ts'
import { embedderFor, rerankerFor } from './search-models.ts'

export interface ModelChoiceDeps {
  settings: Pick<Settings, 'search' | 'onChange'>
  /** Where models from the hub are kept. */
  modelsDir: string
  useEmbedder: (embedder: EmbedderSettings | undefined) => Promise<void>
  report: (error: unknown) => void
}

export function followModelChoice({ settings, modelsDir, useEmbedder, report }: ModelChoiceDeps) {
  let chosen = settings.search()
  let reranker = rerankerFor(chosen, modelsDir, report)

  settings.onChange((choice: SearchChoice) => {
    const changed = (part: 'embedder' | 'reranker') => JSON.stringify(choice[part]) !== JSON.stringify(chosen[part])
    if (changed('embedder')) useEmbedder(embedderFor(choice, process.env)).catch(report)
    if (changed('reranker')) {
      reranker.close().catch(report)
      reranker = rerankerFor(choice, modelsDir, report)
    }
    chosen = choice
  })

  return { reranker: () => reranker, deadlines: () => chosen.deadlines_ms }
}
