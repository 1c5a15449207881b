// The model that reads texts for all teams of this instance. One from the hub is fetched with the first question, and until it is here there is none.
import { join } from 'node:path'
import type { EmbedderSettings } from '../../../shared/search/meaning/embedder.ts'
import { hasHubModel } from '../../../shared/search/models/hub-model.ts'
import { folderOf } from '../../../shared/search/models/model-cards.ts'
import { type ModelFetch, startModelFetch } from '../../../shared/search/models/model-fetch.ts'
import { defaultEmbedder } from '../../../shared/search/models/model-files.ts'
import type { SearchConfig } from '../search-config.ts'

export type ModelOfTeams = ReturnType<typeof createModelOfTeams>

export function createModelOfTeams(model: Exclude<SearchConfig['model'], { kind: 'off' }>, report: (error: unknown) => void) {
  let fetching: ModelFetch | undefined

  function fromHub({ url, card }: SearchConfig['model'] & { kind: 'hub' }, cache: string): EmbedderSettings | undefined {
    const folder = join(cache, 'models', card.name)
    if (hasHubModel(folder, card.files)) return { kind: 'local', folder: folderOf(card, folder), use: card }
    fetching ??= startModelFetch({ card, url, folder, fetched: () => undefined, report })
    return undefined
  }

  return {
    /** `cache`: the folder of this process. Undefined: not yet. */
    now(cache: string): EmbedderSettings | undefined {
      if (model.kind === 'hub') return fromHub(model, cache)
      return model.kind === 'endpoint' ? model : { kind: 'local', folder: defaultEmbedder() }
    },
    close: async (): Promise<void> => fetching?.close(),
  }
}
