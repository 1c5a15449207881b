// What a text says of tasks and people: #12, and @name. Where it is code, or a link already, is for the reader of the markdown to say.

export interface Reference {
  kind: 'task' | 'person'
  /** As it stands: "#12", "@ana-lopez". */
  text: string
  /** Without its sign. */
  word: string
}

/** Not in the middle of a word, an address or a path: neither a/b#12 nor ana@example.org. */
const pattern = /(?<![\p{L}\p{N}_#@&/.+-])(?:#([1-9]\d{0,8})(?![\p{L}\p{N}_])|@([\p{L}\p{N}](?:[\p{L}\p{N}_.-]*[\p{L}\p{N}_])?))/gu

/** A text in pieces, in its order. */
export function referencesIn(text: string): (string | Reference)[] {
  const pieces: (string | Reference)[] = []
  let from = 0
  for (const match of text.matchAll(pattern)) {
    const [found, number, name] = match
    if (match.index > from) pieces.push(text.slice(from, match.index))
    pieces.push(number === undefined ? { kind: 'person', text: found, word: name ?? '' } : { kind: 'task', text: found, word: number })
    from = match.index + found.length
  }
  if (from < text.length || pieces.length === 0) pieces.push(text.slice(from))
  return pieces
}
