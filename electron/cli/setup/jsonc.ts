// Changes one member of a JSON file that belongs to somebody else: the rest of the text, its order, comments and layout stay byte for byte.

/** What keeps a file from being edited, in words that follow its name: "is not valid JSON: …". */
export class JsonProblem extends Error {}

export interface JsonNode {
  kind: 'object' | 'array' | 'scalar'
  start: number
  /** Behind its last character. */
  end: number
  value: unknown
  members: Member[]
}

interface Member {
  /** Of an object's member. */
  key: string | undefined
  start: number
  end: number
  node: JsonNode
}

export interface JsonDocument {
  root: JsonNode
  /** It has comments or trailing commas, which plain JSON has not. */
  isExtended: boolean
}

const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const literal = /true|false|null/y
/** JSON.parse looks at the rest of what may not be in one. */
const string = /"(?:[^"\\\n]|\\.)*"/y
/** A file of a Windows editor may begin with a byte order mark. */
const blank = /[\s\uFEFF]*/y

class Reader {
  at = 0
  isExtended = false
  readonly #text: string
  constructor(text: string) {
    this.#text = text
  }

  document(): JsonDocument {
    const root = this.#value()
    this.#skip()
    if (this.at < this.#text.length) this.#fail('there is more behind its end')
    return { root, isExtended: this.isExtended }
  }

  #fail(what: string): never {
    const line = this.#text.slice(0, this.at).split('\n').length
    throw new JsonProblem(`is not valid JSON: ${what} (line ${line})`)
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at
    const found = pattern.exec(this.#text)?.[0]
    if (found !== undefined) this.at += found.length
    return found
  }

  /** Blanks and comments. */
  #skip(): void {
    for (;;) {
      this.#match(blank)
      const end = commentEnd(this.#text, this.at)
      if (end === undefined) return
      if (end > this.#text.length) this.#fail('a comment does not end')
      this.at = end
      this.isExtended = true
    }
  }

  #value(): JsonNode {
    this.#skip()
    const start = this.at
    const opening = this.#text[start]
    if (opening === '{' || opening === '[') return this.#container(opening === '{' ? 'object' : 'array')
    const found = this.#match(string) ?? this.#match(number) ?? this.#match(literal)
    if (found === undefined) return this.#fail(start >= this.#text.length ? 'it ends too early' : `unexpected ${this.#text[start]}`)
    return { kind: 'scalar', start, end: this.at, value: this.#parsed(found), members: [] }
  }

  #parsed(found: string): unknown {
    try {
      return JSON.parse(found)
    } catch {
      return this.#fail('a text in it is malformed')
    }
  }

  #container(kind: 'object' | 'array'): JsonNode {
    const start = this.at++
    const closing = kind === 'object' ? '}' : ']'
    const members: Member[] = []
    let isBehindComma = false
    for (;;) {
      this.#skip()
      if (this.#text[this.at] === closing) {
        if (isBehindComma) this.isExtended = true
        this.at++
        return { kind, start, end: this.at, value: valueOf(kind, members), members }
      }
      if (members.length > 0 && !isBehindComma) this.#fail(`a comma or ${closing} is missing`)
      members.push(this.#member(kind))
      this.#skip()
      isBehindComma = this.#text[this.at] === ','
      if (isBehindComma) this.at++
    }
  }

  #member(kind: 'object' | 'array'): Member {
    const start = this.at
    if (kind === 'array') {
      const node = this.#value()
      return { key: undefined, start, end: node.end, node }
    }
    const key = this.#match(string)
    if (key === undefined) this.#fail('a name in quotes is missing')
    this.#skip()
    if (this.#text[this.at++] !== ':') this.#fail('a colon is missing')
    const node = this.#value()
    return { key: this.#parsed(key) as string, start, end: node.end, node }
  }
}

const valueOf = (kind: 'object' | 'array', members: readonly Member[]): unknown =>
  kind === 'array' ? members.map(({ node }) => node.value) : Object.fromEntries(members.map(({ key, node }) => [key, node.value]))

/** Behind the comment that begins here; undefined where none does. One that never ends goes beyond the text. */
function commentEnd(text: string, at: number): number | undefined {
  if (text.startsWith('//', at)) {
    const end = text.indexOf('\n', at)
    return end < 0 ? text.length : end
  }
  if (!text.startsWith('/*', at)) return undefined
  const end = text.indexOf('*/', at + 2)
  return end < 0 ? text.length + 1 : end + 2
}

export function parseJsonc(text: string): JsonDocument {
  try {
    return new Reader(text).document()
  } catch (error) {
    if (error instanceof RangeError) throw new JsonProblem('is nested too deeply to be edited')
    throw error
  }
}

const isBlank = (text: string) => /^[\s\uFEFF]*$/.test(text)

/** The text as one that has a root: a blank file is an empty object. */
const rooted = (text: string) => (isBlank(text) ? '{}\n' : text)

/** What names lead to; undefined where there is nothing. */
export function valueAt(text: string, path: readonly string[]): unknown {
  if (isBlank(text)) return undefined
  let { value }: { value: unknown } = parseJsonc(text).root
  for (const name of path)
    value = typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined
  return value
}

/** Sets what the names lead to, and makes the objects on the way there. */
export function setMember(text: string, path: readonly string[], value: unknown): string {
  const whole = rooted(text)
  let { root: node } = parseJsonc(whole)
  for (const [i, name] of path.entries()) {
    if (node.kind !== 'object')
      throw new JsonProblem(i === 0 ? 'does not contain a JSON object' : `has something other than an object at ${path.slice(0, i).join('.')}`)
    const found = node.members.findLast(({ key }) => key === name)
    if (!found)
      return inserted(
        whole,
        node,
        name,
        path.slice(i + 1).reduceRight((inner: unknown, key) => ({ [key]: inner }), value),
      )
    node = found.node
  }
  return whole.slice(0, node.start) + printed(whole, value, indentOfLine(whole, node.start)) + whole.slice(node.end)
}

/** Puts one more item into the list that the names lead to. */
export function appendItem(text: string, path: readonly string[], value: unknown): string {
  const list = nodeAt(rooted(text), path)
  if (!list) return setMember(text, path, [value])
  if (list.kind !== 'array') throw new JsonProblem(`has something other than a list at ${path.join('.')}`)
  return inserted(text, list, undefined, value)
}

/** Takes a member out; one that is not there is no mistake. */
export function removeMember(text: string, path: readonly (string | number)[]): string {
  const last = path.at(-1)
  const holder = isBlank(text) ? undefined : nodeAt(text, path.slice(0, -1))
  const at = holder?.members.findLastIndex(({ key }, i) => (typeof last === 'number' ? i === last : key === last)) ?? -1
  return holder === undefined || at < 0 ? text : without(text, holder, at)
}

function nodeAt(text: string, path: readonly (string | number)[]): JsonNode | undefined {
  let node: JsonNode | undefined = parseJsonc(text).root
  for (const name of path) node = typeof name === 'number' ? node?.members[name]?.node : node?.members.findLast(({ key }) => key === name)?.node
  return node
}

const eolOf = (text: string) => (text.includes('\r\n') ? '\r\n' : '\n')
const lineStart = (text: string, at: number) => text.lastIndexOf('\n', at - 1) + 1
const indentOfLine = (text: string, at: number) => /^[ \t]*/.exec(text.slice(lineStart(text, at)))?.[0] ?? ''
const beginsLine = (text: string, at: number) => text.slice(lineStart(text, at), at).trim() === ''

/** By how much the file indents, as its first member shows. */
function unitOf(text: string): string {
  const first = parseJsonc(text).root.members[0]
  return (first && beginsLine(text, first.start) && indentOfLine(text, first.start)) || '  '
}

const printed = (text: string, value: unknown, indent: string) => JSON.stringify(value, null, unitOf(text)).replaceAll('\n', `${eolOf(text)}${indent}`)

/** On one line, as people write it. */
const inOneLine = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(inOneLine).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  return `{${Object.entries(value)
    .map(([key, one]) => `${JSON.stringify(key)}: ${inOneLine(one)}`)
    .join(', ')}}`
}

/** Behind the comments that stand on this line; the position itself where there is none. */
function behindComments(text: string, at: number): number {
  for (let end = at; ; ) {
    let next = end
    while (text[next] === ' ' || text[next] === '\t') next++
    const comment = commentEnd(text, next)
    if (comment === undefined || text.slice(next, comment).includes('\n')) return end
    end = text[comment - 1] === '\r' ? comment - 1 : comment
  }
}

/** The comma behind a member; undefined where there is none. */
function commaBehind(text: string, at: number): number | undefined {
  for (let i = at; i < text.length; ) {
    const comment = commentEnd(text, i)
    if (comment !== undefined) i = comment
    else if (text[i] === ',') return i
    else if (/\s/.test(text[i] as string)) i++
    else return undefined
  }
  return undefined
}

function inserted(text: string, holder: JsonNode, key: string | undefined, value: unknown): string {
  const label = key === undefined ? '' : `${JSON.stringify(key)}: `
  const eol = eolOf(text)
  const outer = indentOfLine(text, holder.start)
  const last = holder.members.at(-1)
  if (!last) {
    const indent = outer + unitOf(text)
    const inner = text.slice(holder.start + 1, holder.end - 1)
    const rest = inner.trim() === '' ? `${eol}${outer}` : inner
    return `${text.slice(0, holder.start + 1)}${eol}${indent}${label}${printed(text, value, indent)}${rest}${text.slice(holder.end - 1)}`
  }
  const comma = commaBehind(text, last.end)
  if (!text.slice(holder.start, last.start).includes('\n')) {
    const at = comma === undefined ? last.end : comma + 1
    return `${text.slice(0, at)}${comma === undefined ? ', ' : ' '}${label}${inOneLine(value)}${text.slice(at)}`
  }
  const indent = beginsLine(text, last.start) ? indentOfLine(text, last.start) : outer + unitOf(text)
  const line = `${eol}${indent}${label}${printed(text, value, indent)}`
  if (comma === undefined) {
    const at = behindComments(text, last.end)
    return `${text.slice(0, last.end)},${text.slice(last.end, at)}${line}${text.slice(at)}`
  }
  const at = behindComments(text, comma + 1)
  return `${text.slice(0, at)}${line},${text.slice(at)}`
}

function without(text: string, holder: JsonNode, index: number): string {
  const member = holder.members[index] as Member
  const before = holder.members[index - 1]
  const comma = commaBehind(text, member.end)
  let [from, to] = [member.start, comma === undefined ? member.end : comma + 1]
  const lineEnd = /^[ \t]*(?:\r?\n|$)/.exec(text.slice(to))
  if (beginsLine(text, from) && lineEnd) [from, to] = [lineStart(text, from), to + lineEnd[0].length]
  else to += /^[ \t]*/.exec(text.slice(to))?.[0].length ?? 0
  const head = text.slice(0, from)
  const tail = text.slice(to)
  if (holder.members.length === 1 && isBlank(head.slice(holder.start + 1) + tail.slice(0, holder.end - 1 - to)))
    return text.slice(0, holder.start + 1) + text.slice(holder.end - 1)
  // What was the last leaves no comma behind the one before it.
  const spare = before && comma === undefined ? commaBehind(text, before.end) : undefined
  if (spare === undefined) return head + tail
  const kept = head.slice(0, spare) + head.slice(spare + 1)
  return (beginsLine(text, member.start) ? kept : kept.trimEnd()) + tail
}
