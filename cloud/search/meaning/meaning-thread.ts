// A thread that answers what meanings can answer, for many teams: one model, and of each team that was asked for lately its vectors in memory. Between
// two teams nothing is shared but the model.
import { join } from 'node:path'
import { type MessagePort, workerData } from 'node:worker_threads'
import { type Embedder, type EmbedderSettings, isOtherModel, openEmbedder } from '../../../shared/search/meaning/embedder.ts'
import { createMeanings, type MeaningQuestions } from '../../../shared/search/meaning/meanings.ts'
import { VectorMatrix } from '../../../shared/search/meaning/vector-matrix.ts'
import { openVectorStore, readVectors, type VectorChange } from '../../../shared/search/meaning/vector-store.ts'
import { TaskTextStore } from '../../../shared/search/task-text-store.ts'
import { say, serveCalls } from '../../../shared/search/workers/worker-serving.ts'

export interface MeaningThreadData {
  embedder: EmbedderSettings
  /** Over this the vectors of whoever was not asked for longest leave the memory. */
  maxBytes: number
}

export interface MeaningThreadEvent {
  otherModel: string
}

export interface ListRequest {
  team: string
  folder: string
  /** Names the copy of the team's list. */
  epoch: string
  /** The last entry of the copy's journal when it was opened: vectors of later ones are of a copy that was lost. */
  head: number
}

/** What the thread that reads says of each commit. */
export interface TeamChanges {
  team: string
  epoch: string
  changes: readonly VectorChange[]
}

const { embedder: settings, maxBytes } = workerData as MeaningThreadData
const otherModel = (reason: string) => say({ otherModel: reason } satisfies MeaningThreadEvent)

let model: Promise<Embedder> | undefined
function modelNow(): Promise<Embedder> {
  model ??= openEmbedder(settings, 1).catch((error: unknown) => {
    // The next call tries again: the model may be back.
    model = undefined
    throw error
  })
  return model
}

async function embed(...[text, as]: [text: string, as: Parameters<Embedder['embed']>[1]]): Promise<Float32Array> {
  const embedder = await modelNow()
  const [vector] = await embedder.embed([text], as).catch((error: unknown) => {
    if (isOtherModel(error)) otherModel((error as Error).message)
    throw error
  })
  return vector as Float32Array
}

/** What is in memory of a team. */
function load({ folder, epoch, head }: ListRequest, { identity, dimensions }: Embedder) {
  const tasks = new TaskTextStore(join(folder, 'list.db'))
  const file = vectorsIn(folder)
  // Vectors of another model, or of entries that the copy lost, are dropped here.
  openVectorStore(file, `${epoch} ${identity}`, dimensions, head).close()
  const matrix = new VectorMatrix(dimensions)
  const stored = readVectors(
    file,
    `${epoch} ${identity}`,
    (count) => matrix.reserve(Math.ceil(count * 1.05)),
    (key, vector) => matrix.put(key, vector),
  )
  const meanings = createMeanings({
    embed,
    unrelated: (settings.kind === 'local' && settings.use?.unrelated) || 0,
    passing: (only, not) => tasks.passing(only, not),
    otherModel,
  })
  const used = stored ? matrix : new VectorMatrix(dimensions)
  meanings.use(used)
  return { meanings, bytes: () => used.bytes(), close: () => tasks.close() }
}

interface List {
  request: ListRequest
  loaded: ReturnType<typeof load> | undefined
  /** Questions that are being answered: what they read stays open. */
  using: number
}

/** Whoever was asked for last stands last. */
const lists = new Map<string, List>()

const bytesInMemory = () => lists.values().reduce((bytes, { loaded }) => bytes + (loaded?.bytes() ?? 0), 0)

/** Makes room for others. What comes back later is read from the file. */
function forgetOldest(): void {
  let bytes = 0
  for (const [, list] of [...lists].toReversed()) {
    bytes += list.loaded?.bytes() ?? 0
    if (bytes <= maxBytes || bytes === list.loaded?.bytes() || list.using > 0) continue
    bytes -= list.loaded?.bytes() ?? 0
    list.loaded?.close()
    list.loaded = undefined
  }
}

async function about<T>(team: string, ask: (questions: MeaningQuestions) => T): Promise<Awaited<T>> {
  const embedder = await modelNow()
  const list = lists.get(team)
  if (!list) throw new Error('The vectors of the team are not open.')
  lists.delete(team)
  lists.set(team, list)
  if (!list.loaded) {
    list.loaded = load(list.request, embedder)
    // From now on the file is as new as the copy.
    list.request = { ...list.request, head: Number.MAX_SAFE_INTEGER }
    forgetOldest()
  }
  list.using++
  try {
    return await ask(list.loaded.meanings.questions)
  } finally {
    list.using--
  }
}

function close(team: string): void {
  lists.get(team)?.loaded?.close()
  lists.delete(team)
}

type Asked<K extends keyof MeaningQuestions> = Parameters<MeaningQuestions[K]>[0] & { team: string }

const calls = {
  /** Takes the port on which changes arrive. */
  listen(port: MessagePort) {
    port.on('message', ({ team, epoch, changes }: TeamChanges) => {
      const list = lists.get(team)
      if (list?.request.epoch !== epoch) return
      list.loaded?.meanings.apply(changes)
      forgetOldest()
    })
    port.unref()
  },
  /** Returns the name of the model. */
  async open(request: ListRequest): Promise<string> {
    // Before the model is there: who is closed meanwhile is not opened any more.
    close(request.team)
    lists.set(request.team, { request, loaded: undefined, using: 0 })
    await about(request.team, () => undefined)
    const { name } = await modelNow()
    return name
  },
  search: ({ team, ...asked }: Asked<'search'>) => about(team, ({ search }) => search(asked)),
  likely: ({ team, ...asked }: Asked<'likely'>) => about(team, ({ likely }) => likely(asked)),
  refine: ({ team, ...asked }: Asked<'refine'>) => about(team, ({ refine }) => refine(asked)),
  compare: ({ team, ...asked }: Asked<'compare'>) => about(team, ({ compare }) => compare(asked)),
  adopt: ({ team, ...asked }: Asked<'adopt'>) => about(team, ({ adopt }) => adopt(asked)),
  close: ({ team }: { team: string }) => close(team),
  bytes: (_asked: null): number => bytesInMemory(),
}
export type MeaningThreadCalls = typeof calls
serveCalls(calls, async () => {
  for (const team of lists.keys()) close(team)
  await (await model)?.close()
})

function vectorsIn(folder: string): string {
  return join(folder, 'vectors.db')
}
