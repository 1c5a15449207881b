// A real multilingual model of a few kilobytes: an ONNX graph that looks each token's vector up, and a SentencePiece (unigram) tokenizer as XLM-R
// has one. Words that mean the same in English and in German have the same vector.
import { createHash } from 'node:crypto'
import type { ModelCard } from '../../../shared/schema/search-status.ts'

const meanings = [
  ['elevator', 'lift', 'aufzug'],
  ['broken', 'kaputt', 'defekt'],
  ['invoice', 'rechnung'],
  ['pay', 'bezahlen'],
  ['printer', 'drucker'],
  ['water', 'wasser'],
  ['plants', 'pflanzen'],
]
export const tinyDimensions = meanings.length + 1
const special = ['<s>', '<pad>', '</s>', '<unk>', '▁query:', '▁passage:']
const words = meanings.flat()
const vocabulary = [...special, ...words.map((word) => `▁${word}`), '▁', ...'abcdefghijklmnopqrstuvwxyz']

const varint = (value: number): number[] => (value < 128 ? [value] : [(value & 127) | 128, ...varint(Math.floor(value / 128))])
const number = (field: number, value: number) => Buffer.from([...varint(field * 8), ...varint(value)])
const bytes = (field: number, content: Buffer | string) => {
  const inner = Buffer.from(content as string)
  return Buffer.concat([Buffer.from([...varint(field * 8 + 2), ...varint(inner.length)]), inner])
}
const message = (field: number, ...parts: Buffer[]) => bytes(field, Buffer.concat(parts))
const float = 1
const int64 = 7
const value = (field: number, name: string, type: number, dims: string[]) =>
  message(field, bytes(1, name), message(2, message(1, number(1, type), message(2, ...dims.map((dim) => message(1, bytes(2, dim)))))))

/** Protocol buffers as onnx.proto numbers them: one node, Gather(words, input_ids) → last_hidden_state. */
function graph(): Buffer {
  const vectors = Buffer.alloc(vocabulary.length * tinyDimensions * 4)
  vocabulary.forEach((token, row) => {
    const meaning = meanings.findIndex((same) => same.includes(token.slice(1)))
    if (meaning >= 0) vectors.writeFloatLE(1, (row * tinyDimensions + meaning) * 4)
    // What nobody has learned points elsewhere than any meaning.
    else if (!special.includes(token)) vectors.writeFloatLE(0.1, (row * tinyDimensions + tinyDimensions - 1) * 4)
  })
  const tensor = message(5, number(1, vocabulary.length), number(1, tinyDimensions), number(2, float), bytes(8, 'words'), bytes(9, vectors))
  const node = message(1, bytes(1, 'words'), bytes(1, 'input_ids'), bytes(2, 'last_hidden_state'), bytes(4, 'Gather'))
  const ends = [value(11, 'input_ids', int64, ['rows', 'tokens']), value(12, 'last_hidden_state', float, ['rows', 'tokens', 'numbers'])]
  return Buffer.concat([number(1, 8), message(7, node, bytes(2, 'tiny'), tensor, ...ends), message(8, bytes(1, ''), number(2, 17))])
}

function tokenizer(): object {
  const added = (content: string, id: number) => ({ id, content, single_word: false, lstrip: false, rstrip: false, normalized: false, special: true })
  return {
    version: '1.0',
    truncation: null,
    padding: null,
    added_tokens: special.slice(0, 4).map(added),
    normalizer: { type: 'Sequence', normalizers: [{ type: 'NFKC' }, { type: 'Lowercase' }] },
    pre_tokenizer: {
      type: 'Sequence',
      pretokenizers: [{ type: 'WhitespaceSplit' }, { type: 'Metaspace', replacement: '▁', add_prefix_space: true, prepend_scheme: 'always' }],
    },
    post_processor: {
      type: 'TemplateProcessing',
      single: [{ SpecialToken: { id: '<s>', type_id: 0 } }, { Sequence: { id: 'A', type_id: 0 } }, { SpecialToken: { id: '</s>', type_id: 0 } }],
      pair: [],
      special_tokens: { '<s>': { id: '<s>', ids: [0], tokens: ['<s>'] }, '</s>': { id: '</s>', ids: [2], tokens: ['</s>'] } },
    },
    decoder: { type: 'Metaspace', replacement: '▁', add_prefix_space: true },
    model: { type: 'Unigram', unk_id: 3, vocab: vocabulary.map((token, i) => [token, i < 4 ? 0 : token.length > 2 ? -2 : -8]) },
  }
}

const inBytes = {
  'tokenizer.json': Buffer.from(JSON.stringify(tokenizer())),
  'tokenizer_config.json': Buffer.from(JSON.stringify({ tokenizer_class: 'XLMRobertaTokenizer', unk_token: '<unk>' })),
  'onnx/model_quantized.onnx': graph(),
}
export const tinyFiles: Record<string, Buffer> = inBytes

export const cardOfFiles = (name: string, files: Record<string, Buffer>, more: Partial<ModelCard> = {}): ModelCard => ({
  name,
  repository: `stand-in/${name}`,
  revision: 'c0ffee'.padEnd(40, '0'),
  licence: 'MIT',
  languages: 2,
  tokenizer: 'unigram',
  dimensions: tinyDimensions,
  pooling: 'mean',
  query: 'query: ',
  passage: 'passage: ',
  maxTokens: 64,
  unrelated: 0,
  files: Object.fromEntries(
    Object.entries(files).map(([file, content]) => [file, { bytes: content.length, sha256: createHash('sha256').update(content).digest('hex') }]),
  ),
  ...more,
})
