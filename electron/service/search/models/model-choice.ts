// The models that the person chose: another choice replaces them while search runs. One that has to be fetched first changes nothing until it is here.
import type { SearchChoice, Settings } from '../../settings/settings.ts'
import type { EmbedderSettings } from '../../../../shared/search/meaning/embedder.ts'
import type { FetchedModels } from './fetched-models.ts'
import { type ModelFetch, startModelFetch } from '../../../../shared/search/models/model-fetch.ts'
import { embedderFor, rerankerFor } from './search-models.ts'

export interface ModelChoiceDeps {
  settings: Pick<Settings, 'search' | 'onChange'>
  /** Where models from the hub are kept. */
  modelsDir: string
  models: FetchedModels
  meaning: { use(embedder: EmbedderSettings | undefined): Promise<void>; uses(embedder: EmbedderSettings): boolean }
  report: (error: unknown) => void
}

export function followModelChoice({ settings, modelsDir, models, meaning, report }: ModelChoiceDeps) {
  let chosen = settings.search()
  let reranker = rerankerFor(chosen, modelsDir, report)
  let fetching: ModelFetch | undefined
  /** Those that were given up may be writing still. */
  let ending: Promise<unknown> = Promise.resolve()
  const cardOf = ({ embedder }: SearchChoice) => (embedder.kind === 'hub' ? models.card(embedder.model) : undefined)

  /** Fetches the chosen model, if it is one to be fetched and not here; true if so. */
  function fetchIt(choice: SearchChoice): boolean {
    ending = Promise.all([ending, fetching?.close()])
    fetching = undefined
    const card = cardOf(choice)
    if (!card || models.isWhole(card)) return false
    const fetched = () => {
      fetching = undefined
      meaning.use(models.settingsOf(card)).catch(report)
    }
    fetching = startModelFetch({ card, url: choice.embedder.url, folder: models.folder(card), after: ending, fetched, report })
    return true
  }
  fetchIt(chosen)

  settings.onChange((choice: SearchChoice) => {
    const changed = (part: 'embedder' | 'reranker') => JSON.stringify(choice[part]) !== JSON.stringify(chosen[part])
    // Who chooses again what failed wants it tried again.
    if ((changed('embedder') || fetching?.hasFailed()) && !fetchIt(choice)) meaning.use(embedderFor(choice, models, process.env)).catch(report)
    if (changed('reranker')) {
      reranker.close().catch(report)
      reranker = rerankerFor(choice, modelsDir, report)
    }
    chosen = choice
  })

  return {
    reranker: () => reranker,
    deadlines: () => chosen.deadlines_ms,
    fetching: () => fetching?.status() ?? null,
    listModels: () => models.list(cardOf(chosen)?.name, fetching?.name),
    removeModel: (name: string): void => models.remove(name, (card) => card.name === cardOf(chosen)?.name || meaning.uses(models.settingsOf(card))),
    async close(): Promise<void> {
      await fetching?.close()
      await reranker.close()
    },
  }
}
