// The server `tandem` in a client's list of MCP servers, as a piece of that client's file.
import { isDeepStrictEqual } from 'node:util'
import { type McpEntry, tomlText } from '../../../shared/domain/agents/mcp-setup.ts'
import type { Piece } from './file-changes.ts'
import { parseJsonc, removeMember, setMember, valueAt } from './jsonc.ts'
import { LeftAlone } from './read-file.ts'
import { editing, withoutEmpty } from './session-hook.ts'
import { readTables, type TomlTable } from './toml-table.ts'

const name = 'tandem'
const another = 'already has a different server called tandem: remove it first, with --undo or by hand'
const changed = 'has a server called tandem that differs from what Tandem writes: remove it by hand'

const localAddress = /^http:\/\/(?:127\.0\.0\.1|localhost|\[::1\]):\d+\/mcp(?:\?tools=full)?$/
/** What Tandem writes, for whatever port or folder: an entry of an earlier version or of another installation is its own, too. */
function isOwn(value: unknown, wanted: Record<string, unknown>): boolean {
  if (typeof value !== 'object' || value === null) return false
  const entry = value as Record<string, unknown>
  const known = new Set([...Object.keys(wanted), 'headers', 'http_headers'])
  if (Object.keys(entry).some((key) => !known.has(key))) return false
  const [program] = Array.isArray(entry.args) ? (entry.args as unknown[]) : []
  const isBridge = typeof program === 'string' && /[\\/]tandem-mcp\.mjs$/.test(program)
  return isBridge || Object.values(entry).some((one) => typeof one === 'string' && localAddress.test(one))
}

export function jsonPiece(file: Pick<Piece, 'path' | 'name' | 'within'>, { under, value }: McpEntry, hasComments: boolean): Piece {
  const path = [under, name]
  const content = JSON.stringify(value)
  return {
    ...file,
    content,
    put: (text, earlier) =>
      editing(() => {
        if (text !== null && text.trim() !== '' && !hasComments && parseJsonc(text).isExtended)
          throw new LeftAlone('has comments or trailing commas, which its client does not accept: remove them first')
        const there = text === null ? undefined : valueAt(text, path)
        if (text !== null && isDeepStrictEqual(there, value)) return text
        if (there !== undefined && JSON.stringify(there) !== earlier) throw new LeftAlone(another)
        return setMember(text ?? '', path, value)
      }),
    take: (text, earlier) =>
      editing(() => {
        const there = valueAt(text, path)
        if (there === undefined) return text
        if (JSON.stringify(there) !== earlier && !isOwn(there, value)) throw new LeftAlone(changed)
        const rest = withoutEmpty(removeMember(text, path), [under])
        return isDeepStrictEqual(valueAt(rest, []), {}) && !parseJsonc(rest).isExtended ? null : rest
      }),
  }
}

const lf = (text: string) => text.replaceAll('\r\n', '\n')

/** Where its table stands. Throws where it is written in a form that cannot be taken out as one piece. */
function findTable(text: string, under: string): TomlTable | undefined {
  const tables = readTables(text)
  const isHere = (parts: readonly string[]) => parts[0] === under && parts[1] === name
  const found = tables.filter((table) => isHere(table.name))
  const isInline = tables.some(
    (table) =>
      table.name.length < 2 && table.keys.some((key) => isHere([...table.name, ...key]) || (table.name.length === 0 && key[0] === under && key.length === 1)),
  )
  if (isInline || found.length > 1 || (found[0] && found[0].name.length > 2)) throw new LeftAlone(another)
  return found[0]
}

/** The one server that Codex lists in TOML. */
export function tomlPiece(file: Pick<Piece, 'path' | 'name' | 'within'>, entry: McpEntry): Piece {
  const content = tomlText(entry)
  const isPlain = (written: string) =>
    written
      .split('\n')
      .slice(1)
      .every((line) => /^(?:http_headers|url) = /.test(line)) && localAddress.test(/^url = "(.*)"$/m.exec(written)?.[1] ?? '')
  return {
    ...file,
    content,
    put(text, earlier) {
      const there = text ?? ''
      const eol = there.includes('\r\n') ? '\r\n' : '\n'
      const ours = content.replaceAll('\n', eol)
      const table = findTable(there, entry.under)
      if (!table) return `${there}${there === '' ? '' : there.endsWith('\n') ? eol : eol + eol}${ours}${eol}`
      const written = lf(there.slice(table.start, table.end)).trim()
      if (written === content) return there
      if (written !== earlier) throw new LeftAlone(another)
      return there.slice(0, table.start) + ours + there.slice(table.end)
    },
    take(text, earlier) {
      const table = findTable(text, entry.under)
      if (!table) return text
      const written = lf(text.slice(table.start, table.end)).trim()
      if (written !== earlier && written !== content && !isPlain(written)) throw new LeftAlone(changed)
      const before = text.slice(0, table.start).replace(/(^|\n)\r?\n$/, '$1')
      const rest = before + text.slice(table.end).replace(/^\r?\n/, '')
      return rest.trim() === '' ? null : rest
    },
  }
}
