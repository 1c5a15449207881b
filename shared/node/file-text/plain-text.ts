// The text of a file that is nothing but text. What it is said to be is not asked: bytes that are no text are seen by what is among them.

const marks: readonly [encoding: string, bytes: readonly number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]

/** Bytes in which it is seen what a file is. */
const looked = 4096
/** No text has them: tab, line feed, form feed and carriage return are what it may have. */
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const controls = /[\u0000-\u0008\u000b\u000e-\u001a\u001c-\u001f]/

/** Without a mark at its beginning: every other byte of plain letters is zero. */
function unmarkedUtf16(head: Uint8Array): string | undefined {
  const zeros = [0, 0]
  for (let at = 0; at < head.length; at++) if (head[at] === 0) zeros[at % 2] = (zeros[at % 2] as number) + 1
  const [even = 0, odd = 0] = zeros
  const many = head.length / 5
  if (odd > many && even === 0) return 'utf-16le'
  return even > many && odd === 0 ? 'utf-16be' : undefined
}

function decoded(bytes: Uint8Array, encoding: string, fatal: boolean): string | undefined {
  try {
    // A character that the cut goes through is left out.
    return new TextDecoder(encoding, { fatal }).decode(bytes, { stream: true })
  } catch {
    return undefined
  }
}

/** Undefined: it is no text. `maxCharacters`: what comes behind is not read. */
export function plainTextOf(bytes: Uint8Array, maxCharacters: number): string | undefined {
  const head = bytes.subarray(0, looked)
  const marked = marks.find(([, mark]) => mark.every((byte, at) => head[at] === byte))?.[0]
  const wide = marked === undefined ? unmarkedUtf16(head) : undefined
  const part = bytes.subarray(0, maxCharacters * 4)
  const text =
    marked !== undefined || wide !== undefined
      ? decoded(part, (marked ?? wide) as string, true)
      : (decoded(part, 'utf-8', true) ?? (controls.test(decoded(head, 'latin1', false) ?? '') ? undefined : decoded(part, 'windows-1252', false)))
  if (text === undefined || controls.test(text.slice(0, looked)) || text.startsWith('{\\rtf')) return undefined
  return text.slice(0, maxCharacters)
}
