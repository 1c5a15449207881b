// Questions as a team shares them: by uids, with what was decided elsewhere.
import type { SyncedQuestion } from '../../../shared/schema/cloud/synced-question.ts'
import type { QuestionStore, StoredQuestion } from './question-store.ts'

/** One of this list, as devices share it. */
export interface SharedQuestion extends Omit<SyncedQuestion, 'task_uid' | 'version'> {
  task_id: number
  /** Its task is gone. */
  isWithdrawn: boolean
}

export interface SharedQuestions {
  byUid(uid: string): SharedQuestion | undefined
  /** Those that wait for a person here. */
  open(): SharedQuestion[]
  /** Inside a transaction: one that was asked elsewhere. `refresh` follows. */
  add(question: SyncedQuestion, taskId: number): void
  /** Inside a transaction: what was decided elsewhere stands. `refresh` follows. */
  settle(question: SyncedQuestion): void
  /** The transaction has committed: whoever waits is told. */
  refresh(): void
}

export function createSharedQuestions({
  store,
  refresh,
  changed,
}: {
  store: QuestionStore
  refresh: () => void
  changed: (id: number) => void
}): SharedQuestions {
  /** Settled, and not told yet. */
  let settled: number[] = []

  function shared({ uid, task_id, asked_by, question, options, state, answer, entry, created_at, decided_at, decided_by }: StoredQuestion): SharedQuestion {
    const comment_uid = entry === null ? null : store.commentOf(entry)
    const stands = state === 'withdrawn' ? 'open' : state
    const isWithdrawn = state === 'withdrawn'
    return { uid, task_id, asked_by, question, options, state: stands, answer, comment_uid, created_at, decided_at, decided_by, isWithdrawn }
  }

  function settle({ uid, state, answer, decided_at, decided_by }: SyncedQuestion): void {
    const here = store.byUid(uid)
    if (!here) return
    // The comment with that answer comes by itself; an undo of it here is no undo of the answer.
    store.decide({ ...here, state, answer, entry: null, decided_at, decided_by })
    settled.push(here.id)
  }

  return {
    byUid(uid) {
      const here = store.byUid(uid)
      return here && shared(here)
    },
    open: () => store.list('open').map(shared),
    add(question, taskId) {
      const { uid, asked_by, options, created_at } = question
      store.insert({ uid, task_id: taskId, asked_by, run: `${otherDevice}${uid}`, question: question.question, options, created_at })
      settle(question)
    },
    settle,
    refresh() {
      const ids = new Set(settled)
      settled = []
      refresh()
      for (const id of ids) changed(id)
    },
  }
}

/** Stands before the run of what was asked on another device: it is no question of a run here. */
const otherDevice = 'team:'
