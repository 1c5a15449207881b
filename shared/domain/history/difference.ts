// What a write changed, field by field: the journal keeps only that.
export type Row = Record<string, unknown>

/** What history and undo know of a row; the rest follows from the write itself. */
export function snapshot({ id: _id, version: _version, updated_at: _updated, ...rest }: { id: number; version: number; updated_at: string }): Row {
  return rest
}

/** The fields that differ, as they were and as they are; undefined when nothing does. */
export function difference(before: Row, after: Row): { before: Row; after: Row } | undefined {
  const was: Row = {}
  const is: Row = {}
  for (const field of Object.keys(after)) {
    if (!same(before[field], after[field])) {
      was[field] = before[field] ?? null
      is[field] = after[field] ?? null
    }
  }
  return Object.keys(is).length > 0 ? { before: was, after: is } : undefined
}

export function same(a: unknown, b: unknown): boolean {
  return a === b || (typeof a === 'object' && typeof b === 'object' && JSON.stringify(a) === JSON.stringify(b))
}
