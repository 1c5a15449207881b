// Which member of a team a task is assigned to.
import { isSameName } from './same-name.ts'

/**
 * By address; else by a name that only one of them has. Undefined: an agent, a contact, somebody outside, or nobody can tell which of two.
 */
export function assignedMember<M extends { readonly name: string | null; readonly email: string }>(word: string, members: readonly M[]): M | undefined {
  const addressed = members.find(({ email }) => isSameName(email, word))
  if (addressed) return addressed
  const named = members.filter(({ name }) => name !== null && isSameName(name, word))
  return named.length === 1 ? named[0] : undefined
}
