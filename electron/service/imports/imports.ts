// Takes over tasks and contacts from elsewhere, a batch in one transaction. What came before is recognised by its name at the source,
// by its content (the file was renamed) or by its uid (another Tandem's export), so that importing again never makes a second one.
import { createHash } from 'node:crypto'
import { AppError } from '../../../shared/domain/app-error.ts'
import type { ImportedContact, ImportedTask, ImportOutcome, ImportRecord, ImportRequest, ImportResult } from '../../../shared/schema/import.ts'
import type { Entity } from '../../../shared/schema/journal.ts'
import type { Comments } from '../comments/comments.ts'
import type { Contacts } from '../contacts/contacts.ts'
import type { Context } from '../context.ts'
import type { Journal, Recorder } from '../journal/journal.ts'
import type { UsedIds } from '../journal/used-ids.ts'
import type { Schedules } from '../schedules/schedules.ts'
import type { Tasks } from '../tasks/tasks.ts'
import { importedReminder, inUtc } from './imported-times.ts'
import type { Imported, ImportStore } from './import-store.ts'

export interface ImportDeps {
  store: ImportStore
  journal: Journal
  usedIds: UsedIds
  now: () => Date
  /** The person's time zone, for reminders that name none. */
  zone: () => string
  tasks: Pick<Tasks, 'insertImported' | 'byUid' | 'byIds'>
  comments: Pick<Comments, 'insertImported'>
  schedules: Pick<Schedules, 'insertImported'>
  contacts: Pick<Contacts, 'insertImported' | 'byUid' | 'byId'>
}

export type Imports = ReturnType<typeof createImports>

class DryRun extends Error {}

export function createImports(deps: ImportDeps) {
  const { store, journal, usedIds, now, zone } = deps

  const unused = (entity: Entity, id: number | undefined) => (id !== undefined && !usedIds.isUsed(entity, id) ? id : undefined)

  function insertTask({ comments = [], schedules = [], ...input }: ImportedTask, ctx: Context, record: Recorder): number {
    const task = inUtc(input)
    const id = deps.tasks.insertImported(task, unused('task', input.id), record)
    for (const comment of comments) deps.comments.insertImported(id, inUtc(comment), unused('comment', comment.id), ctx, record)
    for (const schedule of schedules) {
      deps.schedules.insertImported(id, importedReminder(inUtc(schedule), task, now(), zone()), unused('schedule', schedule.id), record)
    }
    return id
  }

  const insertContact = (input: ImportedContact, record: Recorder) => deps.contacts.insertImported(inUtc(input), unused('contact', input.id), record)

  function nameOf({ entity, entity_id }: Pick<Imported, 'entity' | 'entity_id'>): string {
    if (entity === 'contact') return deps.contacts.byId(entity_id)?.slug ?? `contact ${entity_id}, which was deleted since`
    return deps.tasks.byIds([entity_id]).length > 0 ? `#${entity_id}` : `#${entity_id}, which was deleted since`
  }

  /** It is here already: remembers this further name of it, and says so. */
  function already(name: Imported, known: Imported | undefined): ImportOutcome {
    if (known?.source !== name.source || known.external_id !== name.external_id) store.remember(name, now().toISOString())
    const where = nameOf(name)
    const reason = !known
      ? `already here as ${where}`
      : known.content_hash !== name.content_hash
        ? `already imported as ${where}; it differs from what was imported then, Tandem's version was kept`
        : known.source === name.source
          ? `already imported as ${where}`
          : `already imported as ${where}, from ${known.source}`
    return { external_id: name.external_id, outcome: 'already', entity: name.entity, id: name.entity_id, reason }
  }

  function importOne(item: ImportRecord, source: string, ctx: Context): ImportOutcome {
    const { external_id, task, contact } = item
    const entity = task ? 'task' : 'contact'
    const name = { source, external_id, content_hash: contentHash(item), entity } as const
    const known = store.find(source, external_id) ?? store.byContent(name.content_hash)
    // Whoever undid an import may import again; whoever deleted a task does not want it back.
    if (known && usedIds.isUndone(known.entity, known.entity_id)) store.forget(known)
    else if (known) return already({ ...name, entity: known.entity, entity_id: known.entity_id }, known)
    const uid = (task ?? contact)?.uid?.toLowerCase()
    const twin = uid === undefined ? undefined : task ? deps.tasks.byUid(uid) : deps.contacts.byUid(uid)
    if (twin) return already({ ...name, entity_id: twin.id }, undefined)
    try {
      const id = journal.write(ctx.actor, (record) => {
        if (task && !contact) return insertTask(task, ctx, record)
        if (contact && !task) return insertContact(contact, record)
        throw new AppError('invalid', 'send either a task or a contact')
      })
      store.remember({ ...name, entity_id: id }, now().toISOString())
      return { external_id, outcome: 'imported', entity, id, reason: null }
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'invalid') throw error
      return { external_id, outcome: 'refused', entity: null, id: null, reason: error.message }
    }
  }

  return {
    /** All of a batch or, when the storage fails, nothing. Records that make no sense are refused one by one. */
    importBatch({ source, dry_run = false, records }: ImportRequest, ctx: Context): ImportResult {
      const results: ImportOutcome[] = []
      try {
        journal.write(ctx.actor, () => {
          for (const item of records) results.push(importOne(item, source, ctx))
          if (dry_run) throw new DryRun()
        })
      } catch (error) {
        if (!(error instanceof DryRun)) throw error
      }
      const count = (outcome: ImportOutcome['outcome']) => results.filter((result) => result.outcome === outcome).length
      return { dry_run, imported: count('imported'), already: count('already'), refused: count('refused'), results }
    },
  }
}

function contentHash(item: ImportRecord): string {
  return createHash('sha256').update(JSON.stringify(item)).digest('base64url').slice(0, 22)
}
