// Texts as the token ids that a BERT model reads.
import { Tokenizer } from '@huggingface/tokenizers'

export interface TokenizedPair {
  ids: number[]
  /** 0 for the first text, 1 for the second. */
  types: number[]
}

export type Tokens = ReturnType<typeof createTokens>

/** No token is longer than this on average in any text worth reading; what lies beyond would be cut off anyway. */
const charactersPerToken = 12

export function createTokens(tokenizer: object, config: object) {
  // Padding and cutting are done here: the file may ask for a fixed length, which wastes most of the work on short texts.
  const encoder = new Tokenizer({ ...tokenizer, padding: null, truncation: null }, config)
  const unknown = encoder.token_to_id(encoder.model?.unk_token ?? '')
  const encode = (text: string) => encoder.encode(text.toWellFormed()).ids as number[]
  return {
    /** At most `most` ids, with the model's own first and last. */
    one(text: string, max: number): number[] {
      const ids = encode(text.slice(0, max * charactersPerToken))
      return ids.length <= max ? ids : [...ids.slice(0, max - 1), ids.at(-1) as number]
    },
    /** How much of a text the model knows; 0 for a script, or a symbol, that it never learned. */
    known(ids: readonly number[]): number {
      // Its own first and last always are.
      const strange = ids.filter((id) => id === unknown).length
      return ids.length > 2 ? 1 - strange / (ids.length - 2) : 0
    },
    /** Two texts, the second cut at the right so that both fit. */
    pair(first: string, second: string, max: number): TokenizedPair {
      const a = encode(first)
      const b = encode(second.slice(0, max * charactersPerToken)).slice(1)
      const ids = [...a, ...b].slice(0, max)
      return { ids, types: ids.map((_, i) => (i < a.length ? 0 : 1)) }
    },
  }
}

/** Rows of different lengths as the padded inputs of a model. */
export function padded(rows: readonly TokenizedPair[]): { inputs: Record<string, BigInt64Array>; length: number } {
  const length = Math.max(...rows.map((row) => row.ids.length))
  const ids = new BigInt64Array(rows.length * length)
  const mask = new BigInt64Array(rows.length * length)
  const types = new BigInt64Array(rows.length * length)
  rows.forEach((row, r) => {
    row.ids.forEach((id, i) => {
      ids[r * length + i] = BigInt(id)
      mask[r * length + i] = 1n
      types[r * length + i] = BigInt(row.types[i] as number)
    })
  })
  return { inputs: { input_ids: ids, attention_mask: mask, token_type_ids: types }, length }
}
