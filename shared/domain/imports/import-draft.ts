// What the mappings from other programs' formats have in common. A mapping never guesses silently: what it cannot use is refused with a
// reason, what it leaves out is noted.
import type { ImportRecord } from '../../schema/import.ts'

export interface Draft extends Omit<ImportRecord, 'external_id'> {
  /** What the source calls it; without one it gets a name from its content. */
  external_id?: string | undefined
  /** Where the source has no ids: a name within the file, by which the parts that follow name it as their parent. */
  key?: string
  parent_key?: string | undefined
  /** What was left out or taken differently; equal notes are counted together. */
  notes?: string[]
}

/** Something found in a file: a draft, or why there is none. */
export interface Placed {
  /** For the person to find it: "line 12", "item 3", "task-7.md". */
  where: string
  draft?: Draft
  /** It cannot be imported. */
  problem?: string
  /** It is not meant to be imported: deleted over there, for example. */
  leftOut?: string
}

export class RefusedRecord extends Error {}

/** It is not meant to be imported. */
export class LeftOutRecord extends Error {}

/** The draft that `make` returns, or the reason with which it refused. */
export function placed(where: string, make: () => Draft): Placed {
  try {
    return { where, draft: make() }
  } catch (error) {
    if (error instanceof RefusedRecord) return { where, problem: error.message }
    if (error instanceof LeftOutRecord) return { where, leftOut: error.message }
    // What is nested a hundred thousand levels deep can be parsed, but not gone through.
    if (error instanceof RangeError && error.message.includes('call stack')) return { where, problem: 'it is nested too deeply' }
    throw error
  }
}

/** Without the fields that have no value. */
export function only<T extends object>(fields: { [K in keyof T]: T[K] | undefined }): T {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0))) as T
}

/** A title as far as it is known to be one; whatever else is wrong with it, the check of the whole record says. */
export function required(title: string | undefined, field = 'title'): string {
  if (title === undefined) throw new RefusedRecord(`${field} is missing or empty; a task needs one`)
  return title
}

/** The description followed by facts that Tandem has no field for. */
export function withFacts(description: string | undefined, facts: readonly (readonly [name: string, value: string | undefined])[]): string | undefined {
  const lines = facts.flatMap(([name, value]) => (value ? [`${name}: ${value}`] : []))
  return [description, lines.join('  \n')].filter(Boolean).join('\n\n') || undefined
}
