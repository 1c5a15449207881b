import { diff3Merge } from 'node-diff3'

/** Three-way, line by line. Where both sides changed the same lines nothing is dropped: theirs stand first, mine below. */
export function mergedText(mine: string, base: string, theirs: string): string {
  const regions = diff3Merge(mine.split('\n'), base.split('\n'), theirs.split('\n'), { excludeFalseConflicts: true })
  return regions.flatMap(({ ok, conflict }) => ok ?? [...(conflict?.b ?? []), ...(conflict?.a ?? [])]).join('\n')
}
