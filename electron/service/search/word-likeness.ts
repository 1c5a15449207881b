// Which tasks may be about the same thing as a text by their words, and how alike they are.
import { likenessTo, profileOf, splitText, tellingStems, type TextProfile, type WordLikeness } from '../../../shared/domain/likeness.ts'
import type { Scored } from '../../../shared/domain/rank-fusion.ts'
import { isStopStem, stemOf, wordsOf } from '../../../shared/domain/search-words.ts'
import type { KeywordFollower } from './keyword-follower.ts'
import type { TaskTextStore } from './task-text-store.ts'
import { createWordCounts } from './word-counts.ts'

const mostRows = 20_000
const mostRemembered = 250
/** A list of few tasks says little about which words are rare: as many others are supposed, in which only the words of every sentence stand. */
const usualList = 50
const usualShare = 0.2
/** Milliseconds that reading on to the newest write may take. */
const patience = 60

export type Compared = WordLikeness & { id: number }

export function createWordLikeness(follower: KeywordFollower, tasks: TaskTextStore) {
  const counts = createWordCounts(follower)
  const profiles = new Map<number, TextProfile>()
  follower.onChange((id) => profiles.delete(id))

  function rarityNow(): { rarity: (stem: string) => number; average: number } {
    const { documents, words } = follower.file().size()
    return {
      average: words || 100,
      rarity(stem) {
        const all = documents + usualList
        const n = Math.max(Math.min(documents, counts.of(stem)), isStopStem(stem) ? usualShare * all : 0)
        return Math.log(1 + (all - n + 0.5) / (n + 0.5))
      },
    }
  }

  function profileOfTask(id: number): TextProfile | undefined {
    const known = profiles.get(id)
    if (known) return known
    const task = tasks.read(id)
    if (!task) return undefined
    const profile = profileOf(task.title, task.description)
    if (profiles.size >= mostRemembered) profiles.clear()
    profiles.set(id, profile)
    return profile
  }

  return {
    /** The tasks that share the most telling words, best first. */
    likely({ text, head, limit }: { text: string; head: number; limit: number }): Scored[] {
      follower.catchUp(head, patience)
      return follower.onFile(() => {
        const { title, body } = splitText(text)
        const { rarity } = rarityNow()
        const profile = profileOf(title, body)
        // The index stems what it is asked for: it must get the words themselves.
        const written = new Map(wordsOf(text.slice(0, 20_000)).map((word) => [stemOf(word), word]))
        let rows = 0
        const parts: string[] = []
        for (const stem of tellingStems(profile, rarity).keys()) {
          rows += counts.of(stem)
          if (parts.length > 1 && rows > mostRows) break
          parts.push(`"${written.get(stem) ?? stem}"`)
        }
        return parts.length > 0 ? follower.file().match(parts.join(' OR '), limit) : []
      })
    },

    /** How alike each of these tasks is to the text; those that are gone are left out. */
    compare({ text, ids }: { text: string; ids: number[] }): Compared[] {
      return follower.onFile(() => {
        const { title, body } = splitText(text)
        const { rarity, average } = rarityNow()
        const likeness = likenessTo(profileOf(title, body), rarity, average)
        return ids.flatMap((id) => {
          const profile = profileOfTask(id)
          return profile ? [{ id, ...likeness(profile) }] : []
        })
      })
    },
  }
}
