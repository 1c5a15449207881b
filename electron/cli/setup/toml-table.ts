// Finds one table in a TOML file that belongs to somebody else, without touching the rest. Enough of TOML to tell headers from what only looks
// like one inside a long text or a list.

export interface TomlTable {
  /** The parts of its name. */
  name: string[]
  start: number
  /** Behind its last value, or its header; what follows are blank lines and comments of the next one. */
  end: number
  /** The names of its values, in parts. */
  keys: string[][]
}

const namePart = /\s*(?:([A-Za-z0-9_-]+)|"((?:[^"\\\n]|\\.)*)"|'([^'\n]*)')\s*(\.?)/y

/** `a."b".c` in parts, and where it ends. */
function readName(text: string, at: number): { parts: string[]; end: number } {
  const parts: string[] = []
  for (let end = at; ; ) {
    namePart.lastIndex = end
    const found = namePart.exec(text)
    if (!found) return { parts, end }
    parts.push(found[1] ?? found[2] ?? found[3] ?? '')
    end = namePart.lastIndex
    if (!found[4]) return { parts, end }
  }
}

const multiLine = ['"""', "'''"] as const
const shortText = /"(?:[^"\\\n]|\\.)*"|'[^'\n]*'/y

/** Behind the value that begins here: at the end of its last line. */
function valueEnd(text: string, from: number): number {
  let depth = 0
  for (let at = from; at < text.length; ) {
    const long = multiLine.find((quotes) => text.startsWith(quotes, at))
    if (long) {
      const end = text.indexOf(long, at + 3)
      at = end < 0 ? text.length : end + 3
      continue
    }
    shortText.lastIndex = at
    const short = shortText.exec(text)
    if (short) {
      at = shortText.lastIndex
      continue
    }
    const sign = text[at] as string
    if (sign === '#') at = lineEnd(text, at)
    else if (sign === '\n' && depth === 0) return at
    else {
      if ('[{'.includes(sign)) depth++
      if (']}'.includes(sign)) depth--
      at++
    }
  }
  return text.length
}

function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at)
  return end < 0 ? text.length : end
}

/** The first has no name: what stands before any header. */
export function readTables(text: string): TomlTable[] {
  let current: TomlTable = { name: [], start: 0, end: 0, keys: [] }
  const tables = [current]
  for (let at = 0; at < text.length; ) {
    const end = lineEnd(text, at)
    const line = text.slice(at, end).trim()
    if (line === '' || line.startsWith('#')) {
      at = end + 1
      continue
    }
    const first = at + /^[\s\uFEFF]*/.exec(text.slice(at, end))![0].length
    if (text[first] === '[') {
      current = { name: readName(text, first + (text[first + 1] === '[' ? 2 : 1)).parts, start: at, end, keys: [] }
      tables.push(current)
      at = end + 1
      continue
    }
    const key = readName(text, first)
    current.keys.push(key.parts)
    current.end = valueEnd(text, key.end)
    at = current.end + 1
  }
  return tables.map((table) => ({ ...table, end: text[table.end - 1] === '\r' ? table.end - 1 : table.end }))
}
