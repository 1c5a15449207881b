// How one record (a task, comment, reminder or contact) stands between this device and the cloud. Everything that sync does follows from this and
// from what happens next: see transition.ts.

export type WriteAction = 'create' | 'update' | 'delete'

export type RecordState =
  /** Sync has never heard of it. */
  | { name: 'untracked' }
  /** Here and there, and nothing to send. */
  | { name: 'synced' }
  /** Here, and not there: new, or the cloud deleted it and what was written here since outlives that. */
  | { name: 'localOnly' }
  /** Here and there, and written here since. */
  | { name: 'edited' }
  /** There, and not here: somebody deleted it here, or it went with its task. */
  | { name: 'deletedHere' }
  /** Neither here nor there. The row stays, so that late news of it is recognized. */
  | { name: 'gone' }
  /** A write is on its way, and its reply has not been read. `isEdited`: written here since it was sent. */
  | { name: 'inFlight'; action: WriteAction; isHere: boolean; isThere: boolean; isEdited: boolean }
  /** The cloud did not take the last write. `isEdited`: there is something to send all the same. */
  | { name: 'refused'; isHere: boolean; isThere: boolean; isEdited: boolean }

/** What the state follows from. */
export interface Standing {
  isHere: boolean
  /** As of the last event that was applied. */
  isThere: boolean
  /** Written here since it was sent last. */
  isEdited: boolean
  inFlight: WriteAction | null
  isRefused: boolean
}

export function recordState({ isHere, isThere, isEdited, inFlight, isRefused }: Standing): RecordState {
  if (inFlight !== null) return { name: 'inFlight', action: inFlight, isHere, isThere, isEdited }
  if (isRefused) return { name: 'refused', isHere, isThere, isEdited }
  if (isHere && isThere) return { name: isEdited ? 'edited' : 'synced' }
  if (isHere) return { name: 'localOnly' }
  return { name: isThere ? 'deletedHere' : 'gone' }
}

/** The reverse. What is only on one side is always something to send, or was looked at and is not. */
export function standingOf(state: RecordState): Standing {
  const none = { isEdited: false, inFlight: null, isRefused: false }
  switch (state.name) {
    case 'untracked':
    case 'gone':
      return { ...none, isHere: false, isThere: false }
    case 'synced':
      return { ...none, isHere: true, isThere: true }
    case 'edited':
      return { ...none, isHere: true, isThere: true, isEdited: true }
    case 'localOnly':
      return { ...none, isHere: true, isThere: false, isEdited: true }
    case 'deletedHere':
      return { ...none, isHere: false, isThere: true, isEdited: true }
    case 'inFlight':
      return { isHere: state.isHere, isThere: state.isThere, isEdited: state.isEdited, inFlight: state.action, isRefused: false }
    case 'refused':
      return { isHere: state.isHere, isThere: state.isThere, isEdited: state.isEdited, inFlight: null, isRefused: true }
  }
}

const eitherWay = [false, true] as const
const sides = eitherWay.flatMap((isHere) => eitherWay.flatMap((isThere) => eitherWay.map((isEdited) => ({ isHere, isThere, isEdited }))))

/** Every state there is, for the test and the printed table. */
export const allStates: readonly RecordState[] = [
  { name: 'untracked' },
  { name: 'localOnly' },
  { name: 'synced' },
  { name: 'edited' },
  { name: 'deletedHere' },
  { name: 'gone' },
  ...(['create', 'update', 'delete'] as const).flatMap((action) => sides.map((side) => ({ name: 'inFlight', action, ...side }) as const)),
  ...sides.map((side) => ({ name: 'refused', ...side }) as const),
]
