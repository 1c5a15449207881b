// Who asks: the contact with the sender's address, or a new one (shared/domain/people/same-person.ts decides).
import { nameBrought } from '../../../shared/domain/agents/brought-by.ts'
import { reached } from '../../../shared/domain/mail/answers/who-is-answered.ts'
import { type Correspondent, nameOf, readCorrespondent } from '../../../shared/domain/mail/mail-address.ts'
import { requesterFor } from '../../../shared/domain/people/same-person.ts'
import type { Contacts } from '../contacts/contacts.ts'
import type { Writer } from '../context.ts'

/** The agent that brought a message, and may have made it up. */
export type Bringer = Pick<Writer, 'name' | 'run'>

/** Of who calls; a person vouches for what it brings. */
export const bringerOf = ({ kind, name, run }: Writer): Bringer | undefined => (kind === 'agent' ? { name, run } : undefined)

/**
 * The outside source as which everything is written that comes of somebody's message. Named as they are reached, not as they call
 * themselves. What an agent brought (`via`) says so and is its run's, so that it is taken back with that run's other writes.
 */
export function actorOf(sender: string, source: string, via?: Bringer): Writer {
  const person = readCorrespondent(sender)
  const known = person.email ?? nameOf(person)
  return { kind: 'email', name: nameBrought(source === 'email' ? known : `${known} (${source})`, via?.name), ...(via ? { run: via.run } : {}) }
}

export function createRequesters(contacts: Contacts) {
  function slugOf(person: Correspondent, actor: Writer): string {
    const requester = requesterFor(person, person.email === undefined ? undefined : contacts.byEmail(person.email))
    return 'word' in requester ? requester.word : contacts.create(requester.add, { actor }).slug
  }

  return {
    /** What stands for a person in a task's requesters. Inside a write: may create a contact, as the sender. */
    of: (person: string, source: string, via?: Bringer, sender = person): string => slugOf(readCorrespondent(person), actorOf(sender, source, via)),

    /** The addresses of a task's requesters. */
    reach: (requesters: readonly string[]): { email: string; name: string }[] => reached(requesters, contacts.find),
  }
}

export type Requesters = ReturnType<typeof createRequesters>
