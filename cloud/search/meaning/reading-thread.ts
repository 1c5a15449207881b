// A thread that reads the texts of teams into vectors, a few tasks of one team and then of the next, so that a large list keeps no small one waiting.
// It yields to every other thread.
import { join } from 'node:path'
import { type MessagePort, workerData } from 'node:worker_threads'
import { isDamage } from '../../../shared/search/keywords/keyword-file.ts'
import { type Embedder, type EmbedderSettings, isOtherModel, openEmbedder } from '../../../shared/search/meaning/embedder.ts'
import { followWithVectors } from '../../../shared/search/meaning/vector-follower.ts'
import { openVectorStore, removeVectors } from '../../../shared/search/meaning/vector-store.ts'
import { TaskTextStore } from '../../../shared/search/task-text-store.ts'
import { beHumble, breathe, say, serveCalls } from '../../../shared/search/workers/worker-serving.ts'
import type { ListRequest, TeamChanges } from './meaning-thread.ts'

export interface ReadingThreadData {
  embedder: EmbedderSettings
  /** To the thread that answers: gets TeamChanges. */
  port: MessagePort
}

/** `read`: all that stood in the team's list at the request has a vector. */
export type ReadingThreadEvent =
  | { read: string; epoch: string; request: number }
  | { failed: string; team: string; epoch: string; isOtherModel: boolean }
  | { idle: true }

export interface FollowRequest extends Omit<ListRequest, 'head'> {
  /** Returned when all that stood in the list at the request is read. */
  request: number
}

const { embedder: settings, port } = workerData as ReadingThreadData
/** Tasks in a turn, and texts in a row. */
const batch = 20
const textsAtOnce = settings.kind === 'local' ? 8 : 64
const tell = (event: ReadingThreadEvent) => say(event)

beHumble()

let model: Promise<Embedder> | undefined
function modelNow(): Promise<Embedder> {
  model ??= openEmbedder(settings, 1).catch((error: unknown) => {
    model = undefined
    throw error
  })
  return model
}

async function open({ team, folder, epoch }: FollowRequest) {
  const embedder = await modelNow()
  const file = join(folder, 'vectors.db')
  const tasks = new TaskTextStore(join(folder, 'list.db'))
  try {
    const store = openVectorStore(file, `${epoch} ${embedder.identity}`, embedder.dimensions, tasks.head())
    const changed = (changes: TeamChanges['changes']) => port.postMessage({ team, epoch, changes } satisfies TeamChanges)
    const step = followWithVectors({ tasks, store, embedder, batch, textsAtOnce, changed, committed: () => undefined, pause: breathe })
    const close = () => {
      store.close()
      tasks.close()
    }
    return { step, file, close }
  } catch (error) {
    tasks.close()
    throw error
  }
}
type Reading = Awaited<ReturnType<typeof open>>

/** Who is to be read, in turn, and whose files are open. */
const waiting = new Map<string, FollowRequest>()
const openLists = new Map<string, Reading>()
/** `closed`: its files were closed in the middle, and what comes of it is nobody's any more. */
interface Turn extends FollowRequest {
  closed: boolean
}
let turn: Turn | undefined

function end(team: string): void {
  openLists.get(team)?.close()
  openLists.delete(team)
}

/** At once, in the middle of a turn too: on a busy machine, and with an endpoint, the rest of a turn takes long. */
function close(team: string): void {
  waiting.delete(team)
  if (turn?.team === team) turn.closed = true
  end(team)
}

/** Reads a few tasks of a team. */
async function take(own: Turn): Promise<void> {
  const { team, epoch } = own
  try {
    const reading = openLists.get(team) ?? (await open(own))
    if (own.closed) return reading.close()
    openLists.set(team, reading)
    const hasMore = await reading.step()
    if (own.closed) return
    if (hasMore) {
      if (!waiting.has(team)) waiting.set(team, own)
      return
    }
    end(team)
    tell({ read: team, epoch, request: own.request })
  } catch (error) {
    if (own.closed) return
    const file = openLists.get(team)?.file
    end(team)
    // Whoever comes next makes it again.
    if (file && isDamage(error)) removeVectors(file)
    tell({ failed: (error as Error).message, team, epoch, isOtherModel: isOtherModel(error) })
  }
}

async function run(): Promise<void> {
  if (turn) return
  for (let [next] = waiting.values(); next; [next] = waiting.values()) {
    waiting.delete(next.team)
    turn = { ...next, closed: false }
    await take(turn)
  }
  turn = undefined
  tell({ idle: true })
}

const calls = {
  follow(request: FollowRequest): void {
    waiting.set(request.team, request)
    void run()
  },
  /** Its files are closed once this returns. */
  close: ({ team }: { team: string }) => close(team),
}
export type ReadingThreadCalls = typeof calls
serveCalls(calls, async () => {
  waiting.clear()
  if (turn) close(turn.team)
  for (const team of openLists.keys()) end(team)
  await (await model)?.close()
})
