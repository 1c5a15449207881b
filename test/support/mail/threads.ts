// Threads as mail programs make them of References and In-Reply-To (jwz.org/doc/threading.html): which mail hangs below which.

export interface ThreadedMail {
  id: string
  references: readonly string[]
}

const unfolded = (raw: string) => raw.slice(0, raw.search(/\r?\n\r?\n/)).replaceAll(/\r?\n[ \t]+/g, ' ')
export const headerOf = (raw: string, name: string): string | undefined => new RegExp(`^${name}:[ \\t]*(.*)$`, 'im').exec(unfolded(raw))?.[1]
export const headersOf = (raw: string, name: string): string[] =>
  [...unfolded(raw).matchAll(new RegExp(`^${name}:[ \\t]*(.*)$`, 'gim'))].map(([, value]) => value ?? '')
const ids = (text: string | undefined) => (text ?? '').match(/<[^<>\s]+>/g) ?? []

export function threadedMail(raw: string): ThreadedMail {
  const references = ids(headerOf(raw, 'References'))
  const [answered] = ids(headerOf(raw, 'In-Reply-To'))
  return { id: ids(headerOf(raw, 'Message-ID'))[0] as string, references: references.length > 0 ? references : answered ? [answered] : [] }
}

/** The parent of each mail that is there, by its Message-ID; null: it begins a thread. */
export function threads(mails: readonly ThreadedMail[]): Map<string, string | null> {
  const parents = new Map<string, string | null>()
  const isAbove = (id: string, below: string): boolean => {
    for (let at = parents.get(below) ?? null; at !== null; at = parents.get(at) ?? null) if (at === id) return true
    return false
  }
  const link = (child: string, parent: string) => {
    if (child !== parent && !isAbove(child, parent)) parents.set(child, parent)
  }
  for (const { id, references } of mails) {
    for (const one of [...references, id]) if (!parents.has(one)) parents.set(one, null)
    for (const [at, one] of references.entries()) {
      const before = references[at - 1]
      if (before !== undefined && parents.get(one) === null) link(one, before)
    }
    const last = references.at(-1)
    if (last !== undefined) link(id, last)
  }
  return parents
}
