// Whom @name in a text means.
import { referencesIn } from '../tasks/text-references.ts'

/** Somebody who can be named in a text. */
export interface Mentionable {
  kind: 'contact' | 'member' | 'agent'
  /** As people read it. */
  name: string
  /** What stands behind the @. */
  handle: string
  /** An address, or undefined. */
  email?: string | undefined
}

/** How a name stands behind an @: "Ana Lopez" is ana-lopez. */
export const handleOf = (name: string): string =>
  name
    .replace(/@.*$/, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_.]+/gu, '-')
    .replaceAll(/^[-._]+|[-.]+$/g, '')

const only = <T>(some: readonly T[]): T | undefined => (some.length === 1 ? some[0] : undefined)

/**
 * By handle, name or address; a first name where only one has it. Members go before others. Undefined: nobody is meant, or not surely, as with
 * the name that two members have.
 */
export function mentioned<M extends Mentionable>(word: string, people: readonly M[]): M | undefined {
  const wanted = handleOf(word)
  const ways: ((one: M) => boolean)[] = [
    ({ handle }) => handle.toLowerCase() === word.toLowerCase(),
    ({ name }) => handleOf(name) === wanted,
    ({ name, email }) => handleOf(email ?? '') === wanted || handleOf(name).split('-')[0] === wanted,
  ]
  for (const [way, fits] of ways.entries()) {
    const found = people.filter(fits)
    const members = found.filter(({ kind }) => kind === 'member')
    if (members.length > 0) return only(members)
    if (found.length > 0) return way === 2 ? only(found) : found[0]
  }
  return undefined
}

type Named = { readonly name: string | null; readonly email: string }

/** How a member without a name is called: by their address. */
const calledBy = ({ name, email }: Named): string => name ?? email

/**
 * The members of a team, with handles that no two of them share: the name; for namesakes what stands before the @ of their address, or all of it.
 */
export function membersToMention<N extends Named>(members: readonly N[]): (Mentionable & { kind: 'member'; email: string; member: N })[] {
  const isOnly = (handle: string, of: (one: N) => string) => members.filter((one) => of(one) === handle).length === 1
  const byName = (one: N) => handleOf(calledBy(one))
  const byAddress = ({ email }: N) => handleOf(email)
  return members.map((member) => {
    const [named, local] = [byName(member), byAddress(member)]
    const isFree = isOnly(local, byAddress) && !members.some((one) => byName(one) === local)
    const handle = isOnly(named, byName) ? named : isFree ? local : handleOf(member.email.replace('@', '-'))
    return { kind: 'member', name: calledBy(member), handle, email: member.email, member }
  })
}

/** Code and links, where a name is no mention. */
const notSaid = /```[\s\S]*?(?:```|$)|`[^`\n]*`|\[[^\]\n]*\]\([^)\n]*\)/g

/** The names behind an @ in a text, each once, as the reader's page makes them links. */
export function namesIn(text: string): string[] {
  const pieces = text.includes('@') ? referencesIn(text.replaceAll(notSaid, ' ')) : []
  return [...new Set(pieces.flatMap((piece) => (typeof piece === 'object' && piece.kind === 'person' ? [piece.word] : [])))]
}
