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

/** Words that may belong to a name: "@Bo Stone" is written with a space more often than not. */
const wordsBehind = /^(?:[ \u00a0][\p{L}\p{N}](?:[\p{L}\p{N}_'’.-]*[\p{L}\p{N}_])?){1,3}/u

/** What stands behind a name in a text, as far as it can be a part of it. */
export const behindName = (text: string): string => wordsBehind.exec(text)?.[0] ?? ''

/** As `mentioned`, but a whole name with its spaces says more than its first word. `taken`: how much of what stands `behind` belongs to it. */
export function mentionedWhole<M extends Mentionable>(word: string, behind: string, people: readonly M[]): { one: M; taken: string } | undefined {
  for (let taken = behind; taken !== ''; taken = taken.replace(/[ \u00a0][^ \u00a0]*$/, '')) {
    const name = handleOf(word + taken)
    const found = people.filter((one) => handleOf(one.name) === name)
    const one = only(found.filter(({ kind }) => kind === 'member')) ?? (found.every(({ kind }) => kind !== 'member') ? found[0] : undefined)
    if (one) return { one, taken }
    // Two members of that very name: what follows tells nobody apart.
    if (found.length > 0) return undefined
  }
  const one = mentioned(word, people)
  return one && { one, taken: '' }
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

/** A name behind an @, and what stands behind that. */
export interface SaidName {
  word: string
  behind: string
}

/** The names behind an @ in a text, each once, as the reader's page makes them links. */
export function namesIn(text: string): SaidName[] {
  const pieces = text.includes('@') ? referencesIn(text.replaceAll(notSaid, ' ')) : []
  const names = pieces.flatMap((piece, index) => {
    const next = pieces[index + 1]
    return typeof piece === 'object' && piece.kind === 'person' ? [{ word: piece.word, behind: typeof next === 'string' ? behindName(next) : '' }] : []
  })
  return [...new Map(names.map((name) => [name.word + name.behind, name])).values()]
}
