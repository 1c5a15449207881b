import { diff3Merge, diffComm } from 'node-diff3'

/**
 * Three-way, line by line. Where both sides changed the same lines nothing is dropped: theirs stand first, mine below. `clash`: that happened.
 */
export function mergeText(mine: string, base: string, theirs: string): { text: string; clash: boolean } {
  const regions = diff3Merge(mine.split('\n'), base.split('\n'), theirs.split('\n'), { excludeFalseConflicts: true })
  const text = regions.flatMap(({ ok, conflict }) => ok ?? [...(conflict?.b ?? []), ...(conflict?.a ?? [])]).join('\n')
  return { text, clash: regions.some(({ conflict }) => conflict !== undefined) }
}

/** What stands in both, in its order: the least that two texts of which nothing else is known may have had in common. */
export const sharedText = (mine: string, theirs: string): string =>
  diffComm(mine.split('\n'), theirs.split('\n'))
    .flatMap(({ common }) => common ?? [])
    .join('\n')

export const mergedText = (mine: string, base: string, theirs: string): string => mergeText(mine, base, theirs).text
