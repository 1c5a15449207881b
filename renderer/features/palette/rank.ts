// Which commands stand above the hits: those that the text names.

export interface Named {
  label: string
  /** Another name: the view that a command goes to. */
  alias?: string
}

/** One letter begins too much. */
const shortest = 2
/** The hits stay in sight. */
const maxAbove = 4

const plain = (text: string) => text.toLowerCase().replace(/[…\s]+$/u, '')

/** 3: it is the name; 2: the name begins with it, or with each of its words a word of the name; 1: a word of it does; 0: it is in it; undefined: it is not. */
export function rankOf({ label, alias }: Named, typed: string): 0 | 1 | 2 | 3 | undefined {
  const wanted = plain(typed.trim())
  const names = [label, ...(alias === undefined ? [] : [alias])].map(plain)
  if (names.includes(wanted)) return 3
  if (names.some((name) => name.startsWith(wanted) || hasEach(name, wanted))) return 2
  if (names.some((name) => name.split(/[^\p{L}\p{N}]+/u).some((word) => word.startsWith(wanted)))) return 1
  return names.some((name) => name.includes(wanted)) ? 0 : undefined
}

const wordsOf = (text: string) => text.split(/[^\p{L}\p{N}]+/u).filter(Boolean)

/** "priority high" names "Set priority to High": several words that each begin one of it. */
function hasEach(name: string, wanted: string): boolean {
  const words = wordsOf(wanted)
  return words.length > 1 && words.every((word) => wordsOf(name).some((one) => one.startsWith(word)))
}

/** Those that the text names, the best first, and the others that contain it; both else as they were. */
export function ranked<T extends Named>(commands: readonly T[], typed: string): { above: T[]; below: T[] } {
  const fitting = commands.flatMap((command) => {
    const rank = rankOf(command, typed)
    return rank === undefined ? [] : [{ command, rank }]
  })
  const best = fitting.filter(({ rank }) => rank === 3 || (rank === 2 && typed.trim().length >= shortest)).toSorted((a, b) => b.rank - a.rank)
  const above = best.slice(0, maxAbove).map(({ command }) => command)
  const below = fitting
    .toSorted((a, b) => b.rank - a.rank)
    .map(({ command }) => command)
    .filter((command) => !above.includes(command))
  return { above, below }
}
