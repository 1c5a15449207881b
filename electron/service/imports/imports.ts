// Takes over what came from elsewhere, a batch in one transaction. What came before is recognised by its name at the source,
// by its content (the file was renamed) or by its uid (another Tandem's export), so that importing again never makes a second one.
import { createHash } from 'node:crypto'
import { AppError } from '../../../shared/domain/app-error.ts'
import { requireLight, tooManyRepetitions } from '../../../shared/domain/imports/import-weight.ts'
import {
  type ImportedAttachment,
  importedEntities,
  type ImportOutcome,
  type ImportRecord,
  type ImportRequest,
  type ImportResult,
} from '../../../shared/schema/import.ts'
import type { AttachmentPieces } from '../attachments/attachment-pieces.ts'
import type { Context } from '../context.ts'
import { MissingParent, type ImportKind, type ImportKindDeps } from './import-kind.ts'
import { createImportKinds } from './import-kinds.ts'
import { createImportLinks } from './import-links.ts'
import type { Imported, ImportStore } from './import-store.ts'

export interface ImportDeps extends ImportKindDeps {
  store: ImportStore
  attachments: AttachmentPieces
}

export type Imports = ReturnType<typeof createImports>

class DryRun extends Error {}

export function createImports(deps: ImportDeps) {
  const { store, attachments, journal, usedIds, now } = deps
  const kinds = createImportKinds(deps)
  const links = createImportLinks(deps)

  const nameOf = ({ entity, entity_id }: Pick<Imported, 'entity' | 'entity_id'>) =>
    kinds[entity].nameOf(entity_id) ?? `${entity === 'task' ? '#' : `${entity} `}${entity_id}, which has been deleted`

  /** It is here already: remembers this further name of it, and says so. */
  function already(name: Imported, known: Imported | undefined, ctx: Context): ImportOutcome {
    if (name.entity === 'task') journal.write(ctx.actor, (record) => links.arrived(name, name.entity_id, record))
    if (known?.source !== name.source || known.external_id !== name.external_id) store.remember(name, now().toISOString())
    const where = nameOf(name)
    const differs = known !== undefined && known.content_hash !== name.content_hash
    const reason = !known
      ? `already here as ${where}`
      : differs
        ? `already imported as ${where}; it differs from what was imported then, Tandem's version was kept`
        : known.source === name.source
          ? `already imported as ${where}`
          : `already imported as ${where}, from ${known.source}`
    return { external_id: name.external_id, outcome: 'already', entity: name.entity, id: name.entity_id, reason, ...(differs ? { differs } : {}) }
  }

  function importOne(item: ImportRecord, source: string, isDry: boolean, ctx: Context): ImportOutcome {
    const { external_id } = item
    if (item.attachment && !importedEntities.some((one) => item[one])) return importPiece(attachments, external_id, item.attachment, isDry)
    const entity = importedEntities.find((name) => item[name]) ?? 'task'
    const name = { source, external_id, content_hash: contentHash(item), entity } as const
    const known = store.find(source, external_id) ?? store.byContent(name.content_hash)
    // Whoever undid an import may import again; whoever deleted a task does not want it back.
    if (known && usedIds.isUndone(known.entity, known.entity_id)) store.forget(known)
    else if (known) return already({ ...name, entity: known.entity, entity_id: known.entity_id }, known, ctx)
    const elsewhere = (of: Imported['entity'], uid: string) => {
      const before = store.find(source, uid)
      return before?.entity === of ? before.entity_id : undefined
    }
    try {
      if (item.attachment || importedEntities.filter((one) => item[one]).length !== 1)
        throw new AppError('invalid', `send one of ${importedEntities.join(', ')}`)
      const tooMany = tooManyRepetitions(item)
      if (tooMany !== undefined) throw new AppError('invalid', tooMany)
      const kind = kinds[entity] as ImportKind<unknown>
      const twin = kind.twin(item[entity], elsewhere)
      if (twin !== undefined) return already({ ...name, entity_id: twin }, undefined, ctx)
      let said: Pick<ImportOutcome, 'awaited' | 'left_out'> = {}
      const id = journal.write(ctx.actor, (record) => {
        if (!item.task) return kind.insert(item[entity], ctx, record, elsewhere)
        const { task, awaited, leftOut } = links.resolve(item.task, name)
        said = { ...(awaited.length > 0 ? { awaited } : {}), ...(leftOut.length > 0 ? { left_out: leftOut } : {}) }
        const fresh = kinds.task.insert(task, ctx, record, elsewhere)
        links.arrived(name, fresh, record)
        return fresh
      })
      store.remember({ ...name, entity_id: id }, now().toISOString())
      return { external_id, outcome: 'imported', entity, id, reason: null, ...said }
    } catch (error) {
      // What it belongs to was in an earlier batch, which a dry run took back.
      if (error instanceof MissingParent && isDry) return { external_id, outcome: 'imported', entity, id: null, reason: null }
      if (!(error instanceof AppError) || error.code !== 'invalid') throw error
      return { external_id, outcome: 'refused', entity: null, id: null, reason: error.message }
    }
  }

  return {
    /** All of a batch or, when the storage fails, nothing. Records that make no sense are refused one by one. Throws `too_large`. */
    importBatch({ source, dry_run = false, records }: ImportRequest, ctx: Context): ImportResult {
      requireLight(records)
      const results: ImportOutcome[] = []
      try {
        journal.write(ctx.actor, () => {
          for (const item of records) results.push(importOne(item, source, dry_run, ctx))
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

/** A file is known by its content, and is in no journal: nothing of it needs to be remembered. */
function importPiece(attachments: AttachmentPieces, external_id: string, piece: ImportedAttachment, isDry: boolean): ImportOutcome {
  const said = { external_id, entity: null, id: null }
  if (attachments.has(piece.hash)) return { ...said, outcome: 'already', reason: 'the same file is here already' }
  try {
    if (!isDry) attachments.take(piece)
    return { ...said, outcome: 'imported', reason: null }
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'invalid') throw error
    return { ...said, outcome: 'refused', reason: error.message }
  }
}

function contentHash(item: ImportRecord): string {
  return createHash('sha256').update(JSON.stringify(item)).digest('base64url').slice(0, 22)
}
