// What stands when two sides changed the same thing without knowing of each other. Pure: no clock decides, and what does not stand is returned in `clashes`.
import { type Row, same } from './difference.ts'
import { mergeText, sharedText } from './merge-text.ts'

/**
 * `value`: one of the two has to stand. `text`: lines of both. `set`: what each added and took away. `list`: in an order that means something, so
 * that one of the two has to stand. `{ with }`: belongs to another field, and comes from the side whose value stands there.
 */
export type FieldKind = 'value' | 'text' | 'set' | 'list' | { readonly with: string }
export type FieldKinds = Readonly<Record<string, FieldKind>>

/** A field that both changed. */
export interface Clash {
  field: string
  base: unknown
  local: unknown
  remote: unknown
  kept: unknown
}

export interface Merged {
  row: Row
  clashes: Clash[]
}

const longestText = 200_000
const maxWords = 100

/** What both sides added is there, what either took away is not. Theirs stand first. */
function mergeSets(base: readonly unknown[], local: readonly unknown[], remote: readonly unknown[]): unknown[] {
  const kept = remote.filter((word) => local.includes(word) || !base.includes(word))
  return [...kept, ...local.filter((word) => !base.includes(word) && !remote.includes(word))]
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')
const wordsOf = (value: unknown) => (Array.isArray(value) ? (value as unknown[]) : [])

/** `base`: undefined when they never had anything in common; then what stands in both stands once. */
function mergeField(kind: FieldKind, base: unknown, local: unknown, remote: unknown): { kept: unknown; clash: boolean } {
  if (kind === 'text') {
    const [mine, theirs] = [textOf(local), textOf(remote)]
    const { text, clash } = mergeText(mine, base === undefined ? sharedText(mine, theirs) : textOf(base), theirs)
    if (text.length <= longestText) return { kept: text === '' ? null : text, clash }
  } else if (kind === 'set') {
    const words = mergeSets(wordsOf(base), wordsOf(local), wordsOf(remote))
    if (words.length <= maxWords) return { kept: words, clash: false }
  }
  return { kept: local, clash: true }
}

/**
 * Whether a side left a value and came back to it since `base`, which what follows from it tells: a task that was opened and completed again is
 * done as before, at another moment. Several changes that were sent as one show nothing else of it.
 */
function cameBack(kinds: FieldKinds, field: string, base: Row | null, side: Row): boolean {
  return Object.entries(kinds).some(([follower, kind]) => {
    if (typeof kind !== 'object' || kind.with !== field) return false
    const [was, is] = [base?.[follower] ?? null, side[follower] ?? null]
    return was !== null && is !== null && !same(was, is)
  })
}

/**
 * Field by field: what only one side changed since `base` is taken; what both changed is brought together, and where that cannot be, what was
 * written here stands and the other is told of in `clashes`. `base` is null when the two never had anything in common. `yields`: where one of two has
 * to stand it is the other's, because what stands here was not written since.
 */
export function mergeFields(kinds: FieldKinds, base: Row | null, local: Row, remote: Row, yields: (field: string) => boolean = () => false): Merged {
  const row: Row = {}
  const clashes: Clash[] = []
  for (const [field, kind] of Object.entries(kinds)) {
    if (typeof kind === 'object') continue
    const [was, here, there] = [base?.[field] ?? null, local[field] ?? null, remote[field] ?? null]
    if (same(here, there)) row[field] = there
    else if (same(here, was)) row[field] = cameBack(kinds, field, base, local) ? here : there
    else if (same(there, was)) row[field] = cameBack(kinds, field, base, remote) ? there : here
    else {
      const { kept, clash } = mergeField(kind, base?.[field], here, there)
      row[field] = clash && same(kept, here) && yields(field) ? there : kept
      if (clash) clashes.push({ field, base: was, local: here, remote: there, kept: row[field] })
    }
  }
  for (const [field, kind] of Object.entries(kinds)) {
    if (typeof kind !== 'object') continue
    row[field] = (same(row[kind.with], remote[kind.with] ?? null) ? remote : local)[field] ?? null
  }
  return { row, clashes }
}
