// The end of an agent's work: what makes two calls the same one, and what is said to a holder who is none any more.
import { AppError, invalidField } from '../app-error.ts'
import type { Writer } from '../people/writer.ts'
import type { FinishRequest } from '../../schema/work/work.ts'

/** How a claim ended with its work. */
export interface Finished {
  key: string
  digest: string
  /** The run that finished it, or the person; null where nothing tells it from a namesake. */
  finisher: string | null
}

/** Who ends a piece of work, as far as that tells it from a namesake. */
export const finisherOf = ({ kind, name, run }: Writer): string | null => run ?? (kind === 'person' ? `person ${name}` : null)

/** Whether a call without the present key is one that did its work before. */
export function isRepeated(finished: Finished | undefined, { key, digest }: { key: string | undefined; digest: string }, finisher: string | null): boolean {
  const isSame = key === undefined ? finisher !== null && finished?.finisher === finisher : finished?.key === key
  return isSame && finished?.digest === digest
}

/** The same whatever the order in which a client writes the members of an object. */
const inOrder = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value

/** What tells a repetition, to be hashed; without evidence as it was before there was any. */
export const finishText = ({ status = 'done', summary, evidence = [] }: FinishRequest): string => JSON.stringify([status, summary, ...evidence], inOrder)

/** An agent's call of the tool `finish_task`. */
export interface FinishCall extends Omit<FinishRequest, 'evidence'> {
  evidence?: { criterion?: number; id?: string; text?: string }[]
}

/** Over MCP nothing is run for anybody: an agent names what `tandem prove` has recorded, or claims. */
export function finishOf({ evidence, ...asked }: FinishCall): FinishRequest {
  if (!evidence) return asked
  return {
    ...asked,
    evidence: evidence.map(({ criterion, id: named, text: claim }, place) => {
      if ((named === undefined) === (claim === undefined))
        throw invalidField(`/evidence/${place}`, 'Each piece of evidence must have either id (what `tandem prove` printed) or text (a claim), and not both')
      return {
        ...(claim === undefined ? { kind: 'ran' as const, ...(named === undefined ? {} : { id: named }) } : { kind: 'claimed' as const, text: claim }),
        ...(criterion === undefined ? {} : { criterion }),
      }
    }),
  }
}

export function requireKeyOrRun({ key, own_run }: FinishRequest): void {
  if (key === undefined && own_run !== true)
    throw invalidField('/key', 'key is required: take it from the answer of next_task (POST /tasks/next) or claim_task (PUT /tasks/:id/claim)')
}

/** `holder`: who has it now. */
export function lostNote({ holder, isOwn, isDone }: { holder: string | undefined; isOwn: boolean; isDone: boolean }): string {
  const nothing = 'Nothing was written.'
  if (isOwn) return `${nothing} That is not the key of your claim: next_task with this id answers it.`
  if (holder !== undefined) return `${nothing} Your claim has ended, and ${holder} works on it now. Take another task.`
  if (isDone) return `${nothing} Your claim has ended, and the task is done.`
  return `${nothing} Your claim has ended. Nobody has the task now: next_task with this id claims it again.`
}

/** A person agrees to a finish, and somebody else works on it meanwhile. */
export const heldByOther = (holder: string, task: number): AppError =>
  new AppError('conflict', `${holder} works on task ${task} now, and this would end that. Release the claim of ${holder} first, or reject the proposal.`)
