// A local pair scorer: reads a query and a text together and says how well they fit. Higher is better; it is no probability.
import { type ModelFolder, readModel } from '../models/model-files.ts'
import { type OnnxRuntime, openOnnx } from '../models/onnx.ts'
import { createTokens, padded } from '../models/tokens.ts'

export interface CrossEncoder {
  name: string
  /** One logit for each text; undefined where the model read nothing of the text. */
  score(query: string, texts: readonly string[]): Promise<(number | undefined)[]>
  close(): Promise<void>
}

/** What the model was trained with (models/reranker/README.md). */
const maxTokens = 96
const queryCharacters = 200
const textCharacters = 800
/** Our model says about this when the query alone filled all its tokens. */
const nothingRead = -30

const fold = (text: string, max: number) => text.replaceAll(/\s+/g, ' ').trim().slice(0, max)

export async function openCrossEncoder(folder: ModelFolder, threads: number, only?: OnnxRuntime): Promise<CrossEncoder> {
  const files = await readModel(folder)
  const tokens = createTokens(files.tokenizer, files.tokenizerConfig)
  const session = await openOnnx(files.model, { threads, only })
  return {
    name: `${folder.path.split(/[\\/]/).at(-1)} (${session.runtime})`,
    async score(query, texts) {
      const asked = fold(query, queryCharacters)
      const { inputs, length } = padded(texts.map((text) => tokens.pair(asked, fold(text, textCharacters), maxTokens)))
      const logits = await session.run(inputs, texts.length, length, 'logits')
      return [...logits].map((logit) => (logit <= nothingRead ? undefined : logit))
    },
    close: session.release,
  }
}
