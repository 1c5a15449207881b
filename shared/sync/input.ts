// What can happen to a record, as sync sees it.

/** Why a record is not here any more. */
export type Deletion =
  /** Somebody deleted it here. */
  | 'byHand'
  /** It went along with its task, which is here again. */
  | 'withTask'
  /** Sync did, because it was deleted there. */
  | 'bySync'

export type Input =
  /** Somebody wrote or deleted it here. */
  | { type: 'localChange' }
  /** Sync itself changed another field of it here, while it did something else. */
  | { type: 'sideEffect' }
  /** The outbox comes by. */
  | ({ type: 'sendDue' } & SendFacts)
  /** The cloud's reply to the write in flight. */
  | ({ type: 'reply' } & ReplyFacts)
  /** The cloud has it like this, whole: it was created there, stands on a page of the initial sync, or in a reply. */
  | ({ type: 'remoteRecord' } & RecordFacts)
  /** Some fields of it changed there. */
  | ({ type: 'remoteChange' } & RecordFacts)
  /** The effect `merge` is done. `isAhead`: what stands here now differs from what is there. */
  | { type: 'merged'; isAhead: boolean; restoredTask: boolean }
  /** It was deleted there. */
  | ({ type: 'remoteDelete' } & DeleteFacts)
  /** Its task was deleted there and stays here: what hangs on it is gone there, too. */
  | { type: 'taskOutlived'; isNewer: boolean }
  /** Its task is here again. */
  | { type: 'taskRestored'; taskIsHere: boolean; deletion: Deletion }
  /** The cloud lost its history: everything is compared as if the two had never met. */
  | { type: 'resync' }
  /** The write in flight names fields that the cloud does not take: nothing of it was done, and it is planned anew. */
  | { type: 'unsendable' }
  /** A person, or a new session, tries once more what was refused. */
  | { type: 'retry' }
  /** A person takes back what was refused. */
  | { type: 'discard' }

export interface SendFacts {
  /** It waits for the stream to tell what spoke against it. */
  isDeferred: boolean
  /** It differs from what the cloud had last. */
  differs: boolean
  /** It belongs to another task here than there. */
  isMoved: boolean
  /** Its task is in the cloud, or goes out before it in the same batch. */
  taskIsThere: boolean
  /** Its task was deleted here, too. */
  wentWithTask: boolean
  /** It was written just before its task was deleted, and the task is still there. */
  hasLastWords: boolean
  /** It was edited just before it was deleted, and the cloud does not have that. */
  hasLastEdit: boolean
  /** What must come before a delete: last words of what hangs on it, or the stream's news of it. */
  deleteWaitsFor: 'nothing' | 'children' | 'stream'
}

export interface ReplyFacts {
  status: 'applied' | 'conflict' | 'gone' | 'refused'
  /** The reply knows more than the stream has told. */
  isNewer: boolean
  /** It was waited for the stream, which told nothing: the reply's own row has to do. */
  canMerge: boolean
  /** It was waited for the stream already since that event. */
  hasWaited: boolean
}

export interface RecordFacts {
  /** Newer than the last event that was applied. What is not says nothing in any state. */
  isNewer: boolean
  /** It differs from what both sides had in common last. */
  differs: boolean
  deletion: Deletion
}

export interface DeleteFacts {
  isNewer: boolean
  /** It, or what hangs on it, was written here since both sides had it in common. */
  isEdited: boolean
  /** Something that stays here needs it: nobody has to be asked. */
  isNeeded: boolean
}
