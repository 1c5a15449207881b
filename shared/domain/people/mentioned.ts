// Whom @name in a text means.

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

/** By handle, name or address; a first name where only one has it. Undefined: nobody is meant, or not surely. */
export function mentioned<M extends Mentionable>(word: string, people: readonly M[]): M | undefined {
  const wanted = handleOf(word)
  const exact = people.find(({ handle }) => handle.toLowerCase() === word.toLowerCase()) ?? people.find(({ name }) => handleOf(name) === wanted)
  if (exact) return exact
  const close = people.filter(({ name, email }) => handleOf(email ?? '') === wanted || handleOf(name).split('-')[0] === wanted)
  return close.length === 1 ? close[0] : undefined
}
