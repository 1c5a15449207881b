// Where records go: to a running service by HTTP, or through the same use-case into a data folder.
import { importContract } from '../../../shared/contract/imports.ts'
import { ApiError, createClient } from '../../../shared/http/client.ts'
import type { ImportRequest, ImportResult } from '../../../shared/schema/import.ts'
import { storageError } from '../db/storage-error.ts'
import { actorOf } from '../../../shared/http/actor.ts'
import { openOffline } from '../offline.ts'
import type { Place } from './data-place.ts'

/** Sends one batch. Throws ImportStopped when it could not be taken; then nothing of it was. */
export type Send = (request: ImportRequest) => Promise<ImportResult>

export class ImportStopped extends Error {}

/** `name`: who the journal will say did it, for example "import todo.csv". */
export function sendTo(place: Place, name: string): Send {
  // Header bytes are Latin-1; the service reads them as UTF-8.
  const xActor = Buffer.from(`person:${name.replaceAll(/\p{C}/gu, ' ')}`, 'utf8').toString('latin1')
  if (place.kind === 'folder') {
    const { imports } = openOffline(place.db)
    const actor = actorOf(xActor, undefined)
    return async (request) => {
      try {
        return imports.importBatch(request, { actor })
      } catch (error) {
        const known = storageError(error)
        throw known ? new ImportStopped(known.message) : error
      }
    }
  }
  const headers: Record<string, string> = { 'X-Actor': xActor }
  if (place.token !== undefined) headers.Authorization = `Bearer ${place.token}`
  const client = createClient(importContract, { baseUrl: place.url, headers })
  return async (request) => {
    try {
      return await client.importBatch({ body: request })
    } catch (error) {
      if (error instanceof ApiError) throw new ImportStopped(error.message)
      throw new ImportStopped(`Tandem at ${place.url} stopped responding (${(error as Error).message}).`)
    }
  }
}
