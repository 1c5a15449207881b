// Two lists may mean two people by one slug: each made a contact of that name before it knew of the other. Tasks that name one of them by it
// name them by their address from then on, which means the same person on every device: a reply must not go to somebody else of that name.
import type { Row } from '../../../../shared/domain/history/difference.ts'
import { meantRequesters } from '../../../../shared/domain/people/same-person.ts'
import type { Db } from '../../db/open.ts'
import type { Journal } from '../../journal/journal.ts'
import type { SyncStore } from './sync-store.ts'
import { createSlugStore } from './slug-store.ts'
import { sideEffect } from './sync-row.ts'
import type { Replicas } from './replicas.ts'
import { syncActor } from '../pull/team-event.ts'

export type SlugCollisions = ReturnType<typeof createSlugCollisions>

interface SlugCollisionDeps {
  db: Db
  store: SyncStore
  journal: Journal
  replicas: Pick<Replicas, 'task'>
}

export function createSlugCollisions({ db, store, journal, replicas }: SlugCollisionDeps) {
  const slugs = createSlugStore(db)
  /** By slug: whom it means in what the cloud has, and in what was written here. */
  let theirs = new Map<string, string>()
  let ours = new Map<string, string>()
  let isNews = true
  const stop = journal.onCommit(
    () => undefined,
    ({ entity }) => {
      isNews ||= entity === 'contact'
      return false
    },
  )

  function look(): void {
    isNews = false
    theirs = new Map()
    ours = new Map()
    for (const { here, there, email } of slugs.calledOtherwise()) {
      if (there !== null) theirs.set(there, email)
      ours.set(here, email)
    }
  }

  return {
    /** How a contact is called there. */
    keep(uid: string, slug: string): void {
      slugs.keep(uid, slug)
      isNews = true
    },
    drop: slugs.drop,

    /** Inside a transaction: after anything there was taken in, before anything here is sent. Tasks that change are changes to send. */
    resolve(): void {
      if (isNews) look()
      if (ours.size === 0) return
      for (const id of slugs.tasksNaming([...theirs.keys(), ...ours.keys()])) {
        const item = store.byId('task', id)
        if (!item) continue
        const words = (replicas.task.read(id)?.requesters ?? []) as string[]
        const known = (item.base?.requesters ?? []) as string[]
        const meant = meantRequesters(words, known, theirs, ours)
        if (meant.every((word, n) => word === words[n])) continue
        journal.write(syncActor, (record) => replicas.task.assign(id, { requesters: [...new Set(meant)] } satisfies Row, record, null))
        store.put(sideEffect(item))
      }
    },

    stop,
  }
}
