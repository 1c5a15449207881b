// What searches for teams, from the environment.
import type { ModelCard } from '../../shared/schema/search-status.ts'
import { defaultHub } from '../../shared/search/models/hub-model.ts'
import { multilingualE5Small } from '../../shared/search/models/model-cards.ts'
import { StartError } from '../start-error.ts'
import { urlSetting } from '../url-setting.ts'

export interface SearchConfig {
  model:
    | { kind: 'bundled' }
    | { kind: 'off' }
    | { kind: 'hub'; url: string; card: ModelCard }
    | { kind: 'endpoint'; url: string; model: string; key: string | undefined }
  reranker: 'bundled' | 'off'
  /** Of vectors in memory. */
  vectorMegabytes: number
}

export function readSearchConfig(env: NodeJS.ProcessEnv, vectorMegabytes: number): SearchConfig {
  const reranker = env.TANDEM_SEARCH_RERANKER ?? 'bundled'
  if (reranker !== 'bundled' && reranker !== 'off') throw new StartError(`TANDEM_SEARCH_RERANKER must be bundled or off; got '${reranker}'.`)
  return { model: modelOf(env), reranker, vectorMegabytes }
}

function modelOf(env: NodeJS.ProcessEnv): SearchConfig['model'] {
  const name = env.TANDEM_SEARCH_MODEL ?? 'bundled'
  if (name === 'bundled' || name === 'off') {
    if (env.TANDEM_SEARCH_MODEL_URL) throw new StartError(`TANDEM_SEARCH_MODEL_URL needs the name of its model in TANDEM_SEARCH_MODEL; got '${name}'.`)
    return { kind: name }
  }
  if (name === multilingualE5Small.name) return { kind: 'hub', card: multilingualE5Small, url: urlSetting(env, 'TANDEM_SEARCH_MODEL_URL', defaultHub) }
  if (!env.TANDEM_SEARCH_MODEL_URL)
    throw new StartError(
      `TANDEM_SEARCH_MODEL must be bundled, off or ${multilingualE5Small.name}; '${name}' needs the address of an OpenAI-compatible endpoint in TANDEM_SEARCH_MODEL_URL.`,
    )
  return { kind: 'endpoint', url: urlSetting(env, 'TANDEM_SEARCH_MODEL_URL', 'https://api.example.org/v1'), model: name, key: env.TANDEM_SEARCH_MODEL_KEY }
}
