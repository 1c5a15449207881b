// A cloud may be older than this program, or newer. What it has no field for stays here unsent, and goes there once it has been updated; what it had
// before this program knew of it is read once this program has been updated.
import { setImmediate } from 'node:timers/promises'
import { type Row, same } from '../../../../shared/domain/history/difference.ts'
import type { SyncEntity } from '../../../../shared/schema/cloud/sync.ts'
import { emptyField, mergeKinds } from '../../../../shared/sync/synced-fields.ts'
import type { Journal } from '../../journal/journal.ts'
import type { SyncStep } from '../engine/sync-step.ts'
import { syncActor } from '../pull/team-event.ts'
import type { CloudLink } from '../transport/cloud-link.ts'
import { type Fieldwise, fieldwise, type TakenFields } from '../transport/cloud-schema.ts'
import { LinkError } from '../transport/link-error.ts'
import type { FieldStore } from './field-store.ts'
import { type Replicas, sentFields } from './replicas.ts'
import { retryRefused } from './retry-refused.ts'
import { sideEffect } from './sync-row.ts'
import type { Item, SyncStore } from './sync-store.ts'

export interface CloudFieldsDeps {
  store: SyncStore
  fieldStore: FieldStore
  journal: Journal
  replicas: () => Replicas
}

export type CloudFields = ReturnType<typeof createCloudFields>

/** Records that are looked at in one transaction. */
const page = 500

const own = Object.fromEntries(fieldwise.map((entity) => [entity, Object.keys(mergeKinds[entity])])) as TakenFields
const isFieldwise = (entity: SyncEntity): entity is Fieldwise => (fieldwise as readonly string[]).includes(entity)
const lacking = (fields: TakenFields, wanted: TakenFields): [Fieldwise, string[]][] =>
  fieldwise
    .map((entity): [Fieldwise, string[]] => [entity, wanted[entity].filter((name) => !fields[entity].includes(name))])
    .filter(([, names]) => names.length > 0)

export function createCloudFields({ store, fieldStore, journal, replicas }: CloudFieldsDeps) {
  /** Undefined: all. */
  let taken = fieldStore.read('taken')
  /** What the cloud refuses is taken for a question of fields once in a session: it is not read for every refusal. */
  let hasLooked = false

  const isUnsent = (item: Item, here: Row, names: readonly string[]): boolean => {
    if (item.base === null && item.inFlight === null) return false
    const there: Row = { ...item.base, ...sentFields(replicas(), item) }
    return names.some((name) => !same(here[name] ?? emptyField(name), there[name] ?? emptyField(name)))
  }

  /** Marks what is here of fields that the cloud has now, too. */
  async function markUnsent(entity: SyncEntity, names: readonly string[]): Promise<void> {
    for (let after: number | undefined = 0; after !== undefined; ) {
      const from: number = after
      after = journal.write(syncActor, () => {
        const items = store.page(entity, from, page)
        for (const item of items) {
          const here = replicas()[entity].read(item.local_id)
          if (here && isUnsent(item, here, names)) store.put(sideEffect(item))
        }
        return items.length < page ? undefined : items.at(-1)?.local_id
      })
      // Others are answered in between.
      await setImmediate()
    }
  }

  /** Whether it takes other fields than it was known to. What was marked is marked again after a crash: the fields are kept last. */
  async function learn(now: TakenFields): Promise<boolean> {
    const more = lacking(taken ?? own, now).map(([entity, names]): [Fieldwise, string[]] => [entity, names.filter((name) => own[entity].includes(name))])
    const isLess = lacking(now, taken ?? own).length > 0
    if (taken !== undefined) for (const [entity, names] of more) await markUnsent(entity, names)
    if (lacking(now, own).length === 0) taken = undefined
    else taken = Object.fromEntries(fieldwise.map((entity) => [entity, own[entity].filter((name) => now[entity].includes(name))])) as TakenFields
    journal.write(syncActor, () => {
      fieldStore.keep('taken', taken)
      if (more.length > 0) retryRefused(store)
    })
    return isLess
  }

  async function look(link: Pick<CloudLink, 'fields'>): Promise<boolean> {
    try {
      return await learn(await link.fields())
    } catch (error) {
      // A proxy may let nothing through but the API: then each refusal is told as what it is.
      if (error instanceof LinkError && (error.problem === 'failed' || error.problem === 'not_a_cloud')) return false
      throw error
    }
  }

  const takes = (entity: SyncEntity, field: string): boolean => taken === undefined || !isFieldwise(entity) || taken[entity].includes(field)

  return {
    takes,

    /** A cloud may be older than a kind of record. */
    takesKind: (entity: SyncEntity): boolean => taken === undefined || !isFieldwise(entity) || taken[entity].length > 0,

    /** `fields`: of a write. */
    takesAll: (entity: SyncEntity, fields: Row | undefined): boolean =>
      taken === undefined || !isFieldwise(entity) || Object.keys(fields ?? {}).every((name) => !own[entity].includes(name) || takes(entity, name)),

    /** A session begins: the cloud may have been updated since, and so may this program. */
    async begin(link: Pick<CloudLink, 'fields'>, step: SyncStep): Promise<void> {
      hasLooked = false
      if (taken !== undefined) await look(link)
      const known = fieldStore.read('known')
      if (known !== undefined && lacking(known, own).length === 0) return
      step(() => {
        fieldStore.keep('known', own)
        if ((store.connection()?.inbox ?? null) === null) return undefined
        // Of fields that are new here nobody has told anything: everything is read once more.
        store.lookAgain()
        // Nor of kinds that are new here: what there is of them goes there.
        store.markAll()
        return { inbox: null }
      })
    },

    /** Something was refused. Whether that is to be planned anew, because the cloud does not have a field that was sent. */
    async lookOnce(link: Pick<CloudLink, 'fields'>): Promise<boolean> {
      if (hasLooked) return false
      hasLooked = true
      return look(link)
    },
  }
}
