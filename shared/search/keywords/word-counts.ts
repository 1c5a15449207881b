// In how many tasks a stem stands, remembered for a while: counting walks the index's whole list of that word.
import type { KeywordFollower } from './keyword-follower.ts'

const maxRemembered = 20_000
/** After so many changed tasks the counts are taken again. */
const staleAfter = 500

export function createWordCounts(follower: KeywordFollower) {
  const counts = new Map<string, number>()
  let changes = 0
  follower.onChange(() => {
    // While there are few tasks, each one matters.
    if (++changes >= Math.min(staleAfter, follower.file().size().documents / 10)) {
      counts.clear()
      changes = 0
    }
  })
  return {
    of(stem: string): number {
      const known = counts.get(stem)
      if (known !== undefined && known > 0) return known
      const count = follower.file().documents(stem)
      if (counts.size >= maxRemembered) counts.clear()
      counts.set(stem, count)
      return count
    },
  }
}
