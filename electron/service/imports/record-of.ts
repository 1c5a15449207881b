// From a mapping's draft to a record that may be sent: named, checked, and with text that comes back as it was.
import { createHash } from 'node:crypto'
import type { Draft } from '../../../shared/domain/imports/import-draft.ts'
import { checkText } from '../../../shared/http/json-body.ts'
import { compileCheck } from '../../../shared/http/validator.ts'
import { ImportRecord } from '../../../shared/schema/import.ts'

/** In characters. One record must fit into a request, also when each character takes three bytes. */
const longestRecord = 5 * 1_048_576

const check = compileCheck(ImportRecord, 'body')

export interface Checked {
  record?: ImportRecord
  /** Its length as JSON. */
  length: number
  problem?: string
}

/**
 * Makes records out of drafts. One that its source gives no id is named by its content and its place among equals, so that the same
 * file always gives the same names.
 */
export function createRecordMaker(): (draft: Draft) => Checked {
  // Half a hash as a number: two that collide only count as equals, which makes another name, but always the same one.
  const equals = new Map<number, number>()

  function nameByContent(content: string): string {
    const hash = createHash('sha256').update(content).digest()
    const key = hash.readUIntBE(0, 6)
    const place = (equals.get(key) ?? 0) + 1
    equals.set(key, place)
    return `content:${hash.toString('base64url').slice(0, 22)}${place === 1 ? '' : `#${place}`}`
  }

  /** What was named by its content, for the parts of it that follow. */
  const names = new Map<string, string>()

  return ({ external_id, notes: _notes, key, parent_key, ...thing }) => {
    const parent = parent_key === undefined ? undefined : names.get(parent_key)
    if (thing.task && parent !== undefined) thing.task = { ...thing.task, parent_external_id: parent }
    const content = JSON.stringify(thing)
    if (content.length > longestRecord) return { length: content.length, problem: `it has ${content.length} characters; at most ${longestRecord} are allowed` }
    const record: ImportRecord = { external_id: external_id ?? nameByContent(content), ...thing }
    if (key !== undefined) names.set(key, record.external_id)
    try {
      checkText(record)
    } catch (error) {
      return { length: content.length, problem: readable((error as Error).message) }
    }
    const error = check(record)
    return error ? { length: content.length, problem: readable(error.message) } : { record, length: content.length }
  }
}

/** "task.title must be …" → "title must be …". */
const readable = (message: string) => message.replaceAll(/\b(?:task|contact|conversation|message|origin|list|attachment)[./](?=\w)/g, '')
