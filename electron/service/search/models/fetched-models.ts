// The models that can be fetched for search by meaning: those that we recommend, and those of which a card lies in the folder `cards`.
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { AppError } from '../../../../shared/domain/app-error.ts'
import { compileCheck } from '../../../../shared/http/validator.ts'
import { ModelCard, type SearchModel } from '../../../../shared/schema/search-status.ts'
import type { EmbedderSettings } from '../../../../shared/search/meaning/embedder.ts'
import { hasHubModel } from '../../../../shared/search/models/hub-model.ts'
import { bytesOf, folderOf, multilingualE5Small } from '../../../../shared/search/models/model-cards.ts'
import type { OnnxRuntime } from '../../../../shared/search/models/onnx.ts'

const checkCard = compileCheck(ModelCard, 'body')

/** Cards that are none are left out: whoever names such a model is told which there are. */
export function modelCards(modelsDir: string): ModelCard[] {
  const folder = join(modelsDir, 'cards')
  const own = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.json')) : []
  const read = own.flatMap((name): ModelCard[] => {
    try {
      const card = JSON.parse(readFileSync(join(folder, name), 'utf8')) as unknown
      return checkCard(card) ? [] : [card as ModelCard]
    } catch {
      return []
    }
  })
  return [multilingualE5Small, ...read.filter(({ name }) => name !== multilingualE5Small.name)]
}

export type FetchedModels = ReturnType<typeof createFetchedModels>

export function createFetchedModels(modelsDir: string, env: NodeJS.ProcessEnv) {
  const cards = () => modelCards(modelsDir)
  const folder = ({ name }: ModelCard) => join(modelsDir, name)
  const isWhole = (card: ModelCard) => hasHubModel(folder(card), card.files)
  const settingsOf = (card: ModelCard): EmbedderSettings => ({
    kind: 'local',
    folder: folderOf(card, folder(card)),
    use: card,
    only: env.TANDEM_ONNX as OnnxRuntime | undefined,
  })

  return {
    folder,
    isWhole,
    settingsOf,
    /** null: the recommended one. */
    card: (name: string | null): ModelCard | undefined => cards().find((card) => card.name === (name ?? multilingualE5Small.name)),
    /** Those that are here in full. */
    whole: (): EmbedderSettings[] => cards().filter(isWhole).map(settingsOf),
    list: (chosen: string | undefined, fetching: string | undefined): SearchModel[] =>
      cards().map((card) => {
        const { name, repository, licence, languages } = card
        const state = isWhole(card) ? 'fetched' : name === fetching ? 'fetching' : existsSync(folder(card)) ? 'partial' : 'absent'
        return { name, repository, licence, languages, bytes: bytesOf(card), state, is_chosen: name === chosen }
      }),
    remove(name: string, isUsed: (card: ModelCard) => boolean): void {
      const card = cards().find((one) => one.name === name)
      if (!card) throw new AppError('not_found', `There is no model '${name}'. GET /search/models lists those that can be fetched.`)
      if (isUsed(card)) throw new AppError('conflict', `The model '${name}' is in use. Choose another one for search by meaning, then delete it.`)
      rmSync(folder(card), { recursive: true, force: true })
    },
  }
}
