// How far a folder was read, and what is new against what the server says now. A position is a UID within a UIDVALIDITY: another validity, or a server that
// knows less than we have read, means that the numbers mean other mails than before.

export interface FolderPosition {
  uidValidity: string
  /** The last UID that was taken in; 0: none. */
  uid: number
  /** HIGHESTMODSEQ of the server then, where it has CONDSTORE. */
  modseq: string | null
}

export interface FolderState {
  uidValidity: string
  uidNext: number
  modseq: string | null
}

export type FolderNews =
  | { kind: 'same' }
  /** Watched from now on: what is there already is nobody's task. */
  | { kind: 'begun'; position: FolderPosition }
  /** UIDs after this one. */
  | { kind: 'new'; after: number }
  /** The position means nothing any more. */
  | { kind: 'lost'; position: FolderPosition }

export const positionAt = ({ uidValidity, uidNext, modseq }: FolderState): FolderPosition => ({ uidValidity, uid: Math.max(0, uidNext - 1), modseq })

export function newsOf(position: FolderPosition | null, state: FolderState): FolderNews {
  if (position === null) return { kind: 'begun', position: positionAt(state) }
  const wentBack = position.modseq !== null && state.modseq !== null && BigInt(state.modseq) < BigInt(position.modseq)
  // A server that was restored gives numbers a second time.
  if (position.uidValidity !== state.uidValidity || state.uidNext - 1 < position.uid || wentBack) return { kind: 'lost', position: positionAt(state) }
  return state.uidNext - 1 > position.uid ? { kind: 'new', after: position.uid } : { kind: 'same' }
}
