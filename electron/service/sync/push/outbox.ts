// What was written here goes to the cloud: a reader of the journal that notes what changed, and sends how it differs from what the cloud has.
import type { Journal } from '../../journal/journal.ts'
import { unexpected } from '../../../../shared/sync/effect.ts'
import type { Inbox } from '../pull/inbox.ts'
import type { SlugCollisions } from '../state/slug-collisions.ts'
import { createPlanWrite } from './plan-write.ts'
import type { Connection, InFlight, Item, SyncStore } from '../state/sync-store.ts'
import { transition } from '../../../../shared/sync/transition.ts'
import type { CloudFields } from '../state/cloud-fields.ts'
import { changeRow, stateOf } from '../state/sync-row.ts'
import { inOrder, type Replicas } from '../state/replicas.ts'
import { createSettleWrite } from './settle-write.ts'
import { createDeferredWrites } from './deferred-writes.ts'
import { createPutInFlight } from './put-in-flight.ts'
import type { UnsentAge } from './unsent-age.ts'
import { createReadChanges } from './read-changes.ts'

export interface Batch {
  items: Item[]
  /** Seconds since the oldest change in it was made, if that is known. */
  unsent?: number | undefined
  body: { tasks: InFlight['write'][]; comments: InFlight['write'][]; schedules: InFlight['write'][]; contacts: InFlight['write'][]; lists: InFlight['write'][] }
}

export type Outbox = ReturnType<typeof createOutbox>

export interface OutboxDeps {
  store: SyncStore
  journal: Journal
  replicas: Replicas
  inbox: Inbox
  fields?: Pick<CloudFields, 'takesAll' | 'takesKind'>
  slugCollisions: Pick<SlugCollisions, 'keep' | 'resolve'>
  /** Names this life of the data: after a restore the same numbers mean other changes. */
  epoch: string
  unsentAge?: UnsentAge
}

const maxTogether = 500
const maxBytes = 1_000_000

const listOf = { task: 'tasks', comment: 'comments', schedule: 'schedules', contact: 'contacts', list: 'lists' } as const

function startBatch() {
  const batch: Batch = { items: [], body: { tasks: [], comments: [], schedules: [], contacts: [], lists: [] } }
  /** Tasks that it makes. */
  const created = new Set<number>()
  let bytes = 0
  return {
    batch,
    created,
    isFull: () => batch.items.length >= maxTogether || bytes >= maxBytes,
    add(item: Item, { write }: InFlight): void {
      batch.items.push(item)
      batch.body[listOf[item.entity]].push(write)
      if (item.entity === 'task' && write.action === 'create') created.add(item.local_id)
      bytes += JSON.stringify(write).length
    },
  }
}

const takesAll = { takesAll: () => true, takesKind: () => true }

export function createOutbox({ store, journal, replicas, inbox, slugCollisions, epoch, unsentAge, fields = takesAll }: OutboxDeps) {
  const deferred = createDeferredWrites()
  const plan = createPlanWrite({ store, replicas, deferred })

  const readOn = createReadChanges({ store, journal, replicas, inbox })
  const putInFlight = createPutInFlight({ store, replicas, epoch })

  /** It went out to a cloud that took fields which this one refuses. */
  function withdraw(item: Item): Item {
    const { effects } = transition(stateOf(item, replicas[item.entity].read(item.local_id) !== undefined), { type: 'unsendable' })
    const back = effects.reduce((row, effect) => (effect.do === 'writeRow' ? changeRow(row, effect) : unexpected(effect)), item)
    store.put(back)
    return back
  }

  function sendItem(found: Item, connection: Connection, { add, created }: ReturnType<typeof startBatch>): void {
    const item = found.inFlight && !fields.takesAll(found.entity, found.inFlight.write.fields) ? withdraw(found) : found
    if (item.inFlight) return add(item, item.inFlight)
    const { effects, writeOf, waitForStream } = plan(item, connection.inbox ?? 0, created)
    for (const effect of effects) {
      if (effect.do === 'send') {
        const going = putInFlight(item, writeOf(effect.action), connection.outbox)
        add(going, going.inFlight)
      } else if (effect.do === 'writeRow') store.put(changeRow(item, effect))
      else if (effect.do === 'defer') deferred.begin(item, waitForStream())
      else unexpected(effect)
    }
  }

  return {
    /** Notes what was written here since. Inside a transaction. */
    readOn,

    /** The next writes to send; those that were sent and not answered come first, as they were. Inside a transaction. */
    next(connection: Connection): Batch {
      slugCollisions.resolve()
      const started = startBatch()
      for (const entity of inOrder.filter(fields.takesKind)) {
        for (let after = 0; !started.isFull(); ) {
          const items = store.waiting(entity, after, maxTogether)
          for (const item of items) {
            after = item.local_id
            if (started.isFull()) break
            sendItem(item, connection, started)
          }
          if (items.length < maxTogether) break
        }
      }
      return { ...started.batch, unsent: unsentAge?.of(started.batch.items) }
    },

    /** How old the oldest change is that waits, in seconds, if that is known. */
    unsent: (): number | undefined => unsentAge?.now(),

    settle: createSettleWrite({ store, replicas, inbox, slugCollisions, deferred }),

    /** The stream starts over: what waited for it waits for that one. */
    waitAnew: deferred.endAll,

    /** When the first write that waits for the stream is looked at again; undefined when none does. Asked once nothing is left to send. */
    deferredUntil: deferred.until,
  }
}
