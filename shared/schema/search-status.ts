import { type Static, Type } from 'typebox'
import { nullable, object, oneOf } from './field.ts'

const lastError = nullable(Type.String({ description: 'What keeps it from working; null when nothing does.' }))
const model = nullable(Type.String({ description: 'The model in use.' }))

export const SearchStatus = object('SearchStatus', {
  tasks: Type.Integer({ description: 'How many tasks there are.' }),
  indexed: Type.Integer({ description: 'How many of them search by meaning knows.' }),
  pending: Type.Integer({ description: 'How many tasks changed since; 0: everything is known.' }),
  keyword: object('KeywordStatus', {
    cursor: Type.Integer({ description: 'The seq of the journal up to which the words are indexed.' }),
    head: Type.Integer({ description: 'The seq of the newest write.' }),
    last_error: lastError,
  }),
  semantic: object('SemanticStatus', {
    state: oneOf(['starting', 'ready', 'unavailable', 'off'], 'Whether it answers.'),
    model,
    rebuilding: nullable(Type.Number({ description: 'While another model reads all tasks: how far it is, 0..1.' })),
    last_error: lastError,
  }),
  reranker: object('RerankerStatus', {
    kind: oneOf(['local', 'hub', 'endpoint', 'off'], 'As in the settings.'),
    state: oneOf(['off', 'resting', 'fetching', 'ready', 'unavailable'], 'resting: its model is loaded with the next search.'),
    model,
    progress: nullable(Type.Number({ description: 'While a model is fetched: how far, 0..1.' })),
    last_error: lastError,
  }),
  last_error: lastError,
})
export type SearchStatus = Static<typeof SearchStatus>
