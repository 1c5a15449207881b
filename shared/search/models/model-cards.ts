// What is known of a model before a byte of it is here: where it lies, which bytes they are, and how it wants to be asked.
import type { ModelCard } from '../../schema/search-status.ts'
import type { ModelFolder } from './model-files.ts'

/** How texts become vectors with a model. */
export type EmbeddingUse = Pick<ModelCard, 'dimensions' | 'pooling' | 'query' | 'passage' | 'maxTokens' | 'unrelated'>

/**
 * Recommended where tasks are in other languages than English, or in several (docs/adr/0209). The hub could not be asked when this was written:
 * revision, lengths and hashes are those that a dozen public projects pin independently of each other.
 */
export const multilingualE5Small: ModelCard = {
  name: 'multilingual-e5-small',
  repository: 'Xenova/multilingual-e5-small',
  revision: '761b726dd34fb83930e26aab4e9ac3899aa1fa78',
  licence: 'MIT',
  languages: 100,
  tokenizer: 'unigram',
  dimensions: 384,
  pooling: 'mean',
  query: 'query: ',
  passage: 'passage: ',
  maxTokens: 256,
  unrelated: 0.7,
  files: {
    'tokenizer_config.json': { bytes: 443, sha256: 'a1d6bc8734a6f635dc158508bef000f8e2e5a759c7d92f984b2c86e5ff53425b' },
    'tokenizer.json': { bytes: 17_082_730, sha256: '0b44a9d7b51c3c62626640cda0e2c2f70fdacdc25bbbd68038369d14ebdf4c39' },
    'onnx/model_quantized.onnx': { bytes: 118_308_185, sha256: 'f80102d3f2a1229f387d3c81909990d8945513e347b0eab049f7de3c6f98c193' },
  },
}

export const bytesOf = ({ files }: Pick<ModelCard, 'files'>): number => Object.values(files).reduce((sum, { bytes }) => sum + bytes, 0)

/** The folder of a fetched model, whose bytes are checked whenever it is loaded. */
export const folderOf = (card: ModelCard, path: string): ModelFolder => ({
  path,
  hashes: Object.fromEntries(Object.entries(card.files).map(([name, { sha256 }]) => [name, sha256])),
})
