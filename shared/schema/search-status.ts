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
    fetching: nullable(
      object('ModelDownload', {
        model: Type.String(),
        bytes: Type.Integer({ description: 'Of the whole model.' }),
        progress: Type.Number({ description: 'How far it is, 0..1.' }),
        last_error: nullable(Type.String({ description: 'What keeps it from arriving; null when nothing does.' })),
      }),
    ),
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

const modelName = Type.String({ pattern: '^[a-z0-9][a-z0-9._-]{0,79}$', description: 'Small letters, digits, dots and dashes: its folder has this name.' })

/** What is known of a model before a byte of it is here: where it lies, which bytes they are, and how it wants to be asked. */
export const ModelCard = object('ModelCard', {
  name: modelName,
  repository: Type.String({ pattern: '^[\\w.-]+/[\\w.-]+$', description: 'At the hub, for example Xenova/multilingual-e5-small.' }),
  revision: Type.String({ pattern: '^[0-9a-f]{40}$', description: 'A commit, which never changes.' }),
  licence: Type.String({ minLength: 1, maxLength: 100 }),
  languages: Type.Integer({ minimum: 1, description: 'So many languages were among the texts that it learned from.' }),
  tokenizer: oneOf(['wordpiece', 'unigram'], 'As BERT, or as XLM-R (SentencePiece); both are read from tokenizer.json.'),
  dimensions: Type.Integer({ minimum: 1, maximum: 4096 }),
  pooling: oneOf(['mean', 'cls'], 'What makes one vector of many: the mean of all tokens, or the first one.'),
  query: Type.String({ maxLength: 300, description: 'What stands before a question.' }),
  passage: Type.String({ maxLength: 300, description: 'What stands before a text that may answer it.' }),
  maxTokens: Type.Integer({ minimum: 16, maximum: 8192, description: 'Of longer texts the beginning is read.' }),
  unrelated: Type.Number({ minimum: 0, maximum: 0.95, description: 'How near to each other its vectors of unrelated texts are.' }),
  files: Type.Record(
    Type.String({ pattern: '^(?:tokenizer\\.json|tokenizer_config\\.json|onnx/model_quantized\\.onnx)$' }),
    object('FileOfModel', { bytes: Type.Integer({ minimum: 1 }), sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }) }),
    { minProperties: 3 },
  ),
})
export type ModelCard = Static<typeof ModelCard>

export const SearchModel = object('SearchModel', {
  name: modelName,
  repository: Type.String({ description: 'Where it is fetched from.' }),
  licence: Type.String(),
  languages: Type.Integer({ description: 'How many languages it knows.' }),
  bytes: Type.Integer({ description: 'What is downloaded, and what it takes on the disk.' }),
  state: oneOf(['absent', 'partial', 'fetching', 'fetched'], 'partial: a download goes on where it stopped.'),
  is_chosen: Type.Boolean({ description: 'The settings name it.' }),
})
export type SearchModel = Static<typeof SearchModel>
