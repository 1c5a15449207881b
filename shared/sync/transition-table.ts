// All that transition.ts can answer, found by asking it: a fact that it looks at is tried with each of its values. The test holds this against the
// rules, and scripts/sync-table.ts prints it.
import type { Effect } from './effect.ts'
import type { Input } from './input.ts'
import { allStates, type RecordState } from './record-state.ts'
import { transition } from './transition.ts'

type Facts<T extends Input['type']> = Omit<Extract<Input, { type: T }>, 'type'>
type Values = { [T in Input['type']]: { [F in keyof Facts<T>]: readonly Facts<T>[F][] } }

const either = [false, true] as const
const deletions = ['byHand', 'withTask', 'bySync'] as const
const recordFacts = { isNewer: either, differs: either, deletion: deletions }

/** Every value of every fact of every input. */
export const inputs: Values = {
  localChange: {},
  sideEffect: {},
  sendDue: {
    isDeferred: either,
    differs: either,
    isMoved: either,
    taskIsThere: either,
    wentWithTask: either,
    hasLastWords: either,
    hasLastEdit: either,
    deleteWaitsFor: ['nothing', 'children', 'stream'],
  },
  reply: { status: ['applied', 'conflict', 'gone', 'refused'], isNewer: either, canMerge: either, hasWaited: either },
  remoteRecord: recordFacts,
  remoteChange: recordFacts,
  merged: { isAhead: either, restoredTask: either },
  remoteDelete: { isNewer: either, isEdited: either, isNeeded: either },
  taskOutlived: { isNewer: either },
  taskRestored: { taskIsHere: either, deletion: deletions },
  resync: {},
  unsendable: {},
  retry: {},
  discard: {},
}

export interface TableRow {
  state: RecordState
  type: Input['type']
  /** What was looked at, in this order. */
  facts: Readonly<Record<string, unknown>>
  next: RecordState
  effects: readonly Effect[]
}

class Asked extends Error {
  readonly fact: string
  constructor(fact: string) {
    super(fact)
    this.fact = fact
  }
}

function explore(state: RecordState, type: Input['type'], facts: Readonly<Record<string, unknown>>): TableRow[] {
  const values = inputs[type] as Record<string, readonly unknown[]>
  const input: object = { type }
  for (const fact of Object.keys(values)) {
    const get = () => {
      if (!Object.hasOwn(facts, fact)) throw new Asked(fact)
      return facts[fact]
    }
    Object.defineProperty(input, fact, { get, enumerable: true })
  }
  try {
    const { state: next, effects } = transition(state, input as Input)
    return [{ state, type, facts, next, effects }]
  } catch (error) {
    if (!(error instanceof Asked)) throw error
    return (values[error.fact] ?? []).flatMap((value) => explore(state, type, { ...facts, [error.fact]: value }))
  }
}

export const transitionTable = (): TableRow[] =>
  allStates.flatMap((state) => (Object.keys(inputs) as Input['type'][]).flatMap((type) => explore(state, type, {})))
