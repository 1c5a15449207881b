// A write of what no task's history has (a contact, a saved list), remembered so that `z` takes it back.
import type { Entity, JournalEntry } from '../../shared/schema/journal.ts'
import { can } from '../backend/abilities.ts'
import { api } from '../backend/backend.ts'
import { explain } from '../backend/explain.ts'
import { m } from '../lib/messages.ts'
import { notify } from '../lib/notices.ts'
import { didAction, forgetAction, type OwnAction, sayAction, takeBackEntries, type TakenBack } from './tasks/own-actions.ts'

export type WrittenEntry = Pick<JournalEntry, 'entity_id' | 'action' | 'before' | 'after'>

export interface RememberedWrite<T, B = unknown> {
  entity: Entity
  call: () => Promise<T>
  said: (written: T) => string
  /** Which entry of the journal it left. */
  is: (entry: WrittenEntry) => boolean
  /** Takes it back where there is no journal of such things: in the cloud. */
  back: (written: T) => Promise<B>
  /** Does it again after that, with what taking it back answered. */
  again?: (takenBack: B) => void
  /** What is shown is read again. */
  readAgain: () => void
  /** The first sentence when it is refused. */
  failed: string
  /** Takes back without a word beforehand: what was done is seen where it was done. */
  isQuiet?: boolean
}

/** Undefined when the service refused, which is then explained. */
export async function writeRemembered<T, B = unknown>(write: RememberedWrite<T, B>): Promise<{ value: T } | undefined> {
  const { entity, call, said, is, back, again, readAgain, failed, isQuiet = false } = write
  let written: { value: T } | undefined
  let before = 0
  const takenBackBy = async (value: T): Promise<TakenBack> => {
    const answer = await back(value)
    return { conflicts: [], ...(again ? { again: () => again(answer) } : {}) }
  }
  const takeBack = async (): Promise<TakenBack> => {
    const { value } = written as { value: T }
    const seq = can.undoInJournal ? await entryAfter(before, entity, is) : undefined
    const taken = seq === undefined ? await takenBackBy(value) : await takeBackEntries([seq])
    readAgain()
    return taken
  }
  const doing = (async () => {
    if (can.undoInJournal) before = (await api.health()).journal
    written = { value: await call() }
  })()
  const action: OwnAction = { said: '', writes: [], takeBack: () => doing.then(takeBack) }
  didAction(action, true)
  try {
    await doing
    if (written) action.said = said(written.value)
    readAgain()
    if (!isQuiet) sayAction(action)
    return written
  } catch (error) {
    forgetAction(action)
    readAgain()
    notify({ kind: 'problem', text: explain(failed, error) })
    return undefined
  }
}

/** The person's own entry that was written after `seq`. */
async function entryAfter(seq: number, entity: Entity, is: (entry: WrittenEntry) => boolean): Promise<number> {
  const entries = await api.readJournal({ query: { after: seq, limit: 1000 } })
  const own = entries.find((entry) => entry.entity === entity && entry.actor.kind === 'person' && entry.undone_by === null && is(entry))
  if (!own) throw new Error(m.undoGone)
  return own.seq
}
