// What sync does: (state of one record, what happened) -> (state it is in then, what is to be done). Pure and total. The desktop and the browser run
// the same table and differ only in how they carry out the effects; docs/contributing-sync.md prints it.
//
// Facts that only matter in some states are properties of the input. An adapter may give them as getters: what is not asked is not looked up.
import type { Effect, RowChange } from './effect.ts'
import type { DeleteFacts, Deletion, Input, RecordFacts, ReplyFacts, SendFacts } from './input.ts'
import { type RecordState, recordState, type Standing, standingOf, type WriteAction } from './record-state.ts'

export interface Transition {
  /** The state once the effects are carried out. */
  state: RecordState
  /** In this order. None: nothing happens. */
  effects: readonly Effect[]
}

export function transition(state: RecordState, input: Input): Transition {
  if (state.name === 'untracked') return beginTracking(state, input)
  switch (input.type) {
    case 'localChange':
      return write(edited(state, { isRefused: false }), { changes: 'oneMore', problem: 'clear' })
    case 'sideEffect':
      return write(edited(state, {}), { changes: 'oneMore' })
    case 'sendDue':
      return sendDue(state, input)
    case 'reply':
      return state.name === 'inFlight' ? reply(state, input) : stay(state)
    case 'remoteRecord':
      return remoteRecord(state, input)
    case 'remoteChange':
      // Half a record makes none.
      return standingOf(state).isThere ? remoteRecord(state, input) : stay(state)
    case 'merged':
      return merged(state, input)
    case 'remoteDelete':
      return remoteDelete(state, input)
    case 'taskOutlived':
      return taskOutlived(state, input)
    case 'taskRestored':
      return taskRestored(state, input)
    case 'resync':
      return write(edited(state, { isThere: false, inFlight: null, isRefused: false }), {
        remote: 'forget',
        changes: 'atLeastOne',
        inFlight: 'end',
        problem: 'clear',
      })
    case 'unsendable':
      return state.name === 'inFlight' ? write(edited(state, { inFlight: null }), { inFlight: 'end', changes: 'returned' }) : stay(state)
    case 'retry':
      return state.name === 'refused' ? write(edited(state, { isRefused: false }), { changes: 'oneMore', problem: 'clear' }) : stay(state)
    case 'discard':
      return state.name === 'refused' ? write(recordState({ ...standingOf(state), isRefused: false }), { problem: 'clear' }) : stay(state)
  }
}

const stay = (state: RecordState): Transition => ({ state, effects: [] })
const row = (change: RowChange): Effect => ({ do: 'writeRow', ...change })
const write = (state: RecordState, change: RowChange, ...then: Effect[]): Transition => ({ state, effects: [row(change), ...then] })

/** There is something to send. */
const edited = (state: RecordState, change: Partial<Standing>) => recordState({ ...standingOf(state), ...change, isEdited: true })

function beginTracking(state: RecordState, { type }: Input): Transition {
  if (type === 'remoteRecord') return { state: { name: 'synced' }, effects: [{ do: 'requireTask' }, { do: 'insert' }] }
  return type === 'localChange' ? write({ name: 'localOnly' }, { changes: 'oneMore', problem: 'clear' }) : stay(state)
}

function sendDue(state: RecordState, facts: SendFacts): Transition {
  if (state.name === 'inFlight') return { state, effects: [{ do: 'resend' }] }
  if (facts.isDeferred) return stay(state)
  const standing = standingOf(state)
  const send = (action: WriteAction): Transition => ({
    state: recordState({ ...standing, inFlight: action, isEdited: false, isRefused: false }),
    effects: [{ do: 'send', action }],
  })
  const nothing = (): Transition => write(recordState({ ...standing, isEdited: false, isRefused: false }), { changes: 'none', problem: 'clear' })

  if (standing.isHere && standing.isThere) {
    // The cloud moves nothing: it is deleted there, and created with its new task.
    if (facts.isMoved) return send('delete')
    return facts.differs ? send('update') : nothing()
  }
  if (standing.isHere) return facts.taskIsThere ? send('create') : stay(state)
  if (!standing.isThere) return facts.hasLastWords ? send('create') : nothing()
  if (facts.wentWithTask) return nothing()
  if (facts.hasLastEdit) return send('update')
  switch (facts.deleteWaitsFor) {
    case 'nothing':
      return send('delete')
    case 'children':
      return stay(state)
    case 'stream':
      return { state, effects: [{ do: 'defer', wait: 'short' }] }
  }
}

function reply(state: Extract<RecordState, { name: 'inFlight' }>, facts: ReplyFacts): Transition {
  const { status } = facts
  const standing: Standing = { ...standingOf(state), inFlight: null }
  const { isHere } = standing
  const returned = recordState({ ...standing, isEdited: true })
  const giveBack = row({ inFlight: 'end', changes: 'returned' })
  const stopWaiting: Effect = { do: 'stopWaiting' }

  if (status === 'refused') {
    // What is gone on both sides meanwhile is nobody's concern any more.
    const isRefused = isHere || standing.isThere
    return write(recordState({ ...standing, isRefused }), { inFlight: 'end', ...(isRefused ? { problem: 'set' } : {}) })
  }
  // The stream tells what happened, and who did it. Only if it does not, the reply itself has to do.
  if (status === 'conflict')
    return { state: returned, effects: facts.canMerge ? [giveBack, stopWaiting, { do: 'applyReply' }] : [giveBack, { do: 'defer', wait: 'short' }] }
  if (status === 'applied' && state.action !== 'delete') {
    // Deleted here meanwhile, and sent again because its reply was lost: it is to be deleted there, too.
    const isStrayed = !isHere && facts.isNewer
    return {
      state: recordState({ ...standing, isThere: facts.isNewer || standing.isThere, isEdited: standing.isEdited || isStrayed }),
      effects: [
        stopWaiting,
        row({ inFlight: 'end', ...(facts.isNewer ? { remote: 'confirm' } : {}), ...(isStrayed ? { changes: 'atLeastOne' } : {}) }),
        { do: 'adoptSlug' },
        { do: 'rejoinTask' },
      ],
    }
  }
  if (status === 'gone' && (facts.isNewer || state.action === 'create') && !facts.hasWaited)
    // What was written there before the delete is still on its way in the stream, and must stay with what outlives it.
    return { state: returned, effects: [stopWaiting, { do: 'defer', wait: 'long' }, giveBack] }
  if (status === 'gone' && state.action === 'create') return { state: returned, effects: [stopWaiting, { do: 'recreateTask' }, giveBack] }
  // It is not there: deleted by us, or by somebody else while we changed it.
  if (!facts.isNewer) return { state: recordState(standing), effects: [stopWaiting, row({ inFlight: 'end' })] }
  return {
    state: recordState({ ...standing, isThere: false, isEdited: isHere }),
    effects: [stopWaiting, row({ inFlight: 'end', remote: 'forget', changes: isHere ? 'returned' : 'none' }), { do: 'keepChildren' }],
  }
}

function remoteRecord(state: RecordState, facts: RecordFacts): Transition {
  if (!facts.isNewer) return stay(state)
  const standing = standingOf(state)
  if (standing.isHere) return { state, effects: [{ do: 'merge' }] }
  const { differs, deletion } = facts
  // Deleted here, and nothing happened there that would speak against it.
  if (!differs && deletion === 'byHand') return write(edited(state, { isThere: true }), { remote: 'learn', changes: 'atLeastOne' })
  const isOurs = deletion !== 'bySync' && (standing.isThere || standing.inFlight === 'create')
  return {
    state: recordState({ ...standing, isHere: true }),
    effects: [{ do: 'requireTask' }, ...(isOurs ? [{ do: 'undoDelete' } as const] : []), { do: 'restore' }, { do: 'merge' }],
  }
}

function merged(state: RecordState, { isAhead, restoredTask }: { isAhead: boolean; restoredTask: boolean }): Transition {
  const standing = standingOf(state)
  if (!standing.isHere) return stay(state)
  const isInFlight = standing.inFlight !== null
  return write(
    recordState({ ...standing, isThere: true, isRefused: false, isEdited: isAhead || (isInFlight && standing.isEdited) }),
    { remote: 'learn', problem: 'clear', ...(isAhead ? { changes: 'atLeastOne' } : isInFlight ? {} : { changes: 'none' }) },
    ...(restoredTask ? [{ do: 'restoreChildren' } as const] : []),
  )
}

function remoteDelete(state: RecordState, facts: DeleteFacts): Transition {
  const standing = standingOf(state)
  if (!standing.isThere || !facts.isNewer) return stay(state)
  const isInFlight = standing.inFlight !== null
  const without = { ...standing, isThere: false }
  if (!standing.isHere)
    return write(recordState({ ...without, isRefused: false }), { remote: 'forget', problem: 'clear', ...(isInFlight ? {} : { changes: 'none' }) })
  // Our own delete, and somebody took it back here since.
  const isTakenBack = standing.inFlight === 'delete' && standing.isEdited
  if (isTakenBack || facts.isEdited || facts.isNeeded)
    return write(
      recordState({ ...without, isEdited: true }),
      { remote: 'forget', changes: 'atLeastOne' },
      { do: 'keepChildren' },
      ...(facts.isNeeded ? [] : [{ do: 'askPerson' } as const]),
    )
  return write(recordState({ ...without, isHere: false, isEdited: false }), { remote: 'forget', changes: 'none' }, { do: 'remove' })
}

function taskOutlived(state: RecordState, { isNewer }: { isNewer: boolean }): Transition {
  const standing = standingOf(state)
  // Known to be there after that: it hangs on the task's next life, which the stream will tell.
  if (!standing.isThere || !isNewer) return stay(state)
  const isEdited = standing.isHere || standing.isEdited
  return write(recordState({ ...standing, isThere: false, isEdited }), { remote: 'forget', ...(standing.isHere ? { changes: 'atLeastOne' } : {}) })
}

function taskRestored(state: RecordState, facts: { taskIsHere: boolean; deletion: Deletion }): Transition {
  const { isHere, isThere, inFlight } = standingOf(state)
  if (isHere || !isThere || !facts.taskIsHere) return stay(state)
  // Deleted before its task was: that is still to be told.
  if (facts.deletion === 'byHand') return inFlight === null ? write(edited(state, {}), { changes: 'atLeastOne' }) : stay(state)
  return { state: edited(state, { isHere: true }), effects: [{ do: 'restore' }, row({ changes: 'atLeastOne' })] }
}
