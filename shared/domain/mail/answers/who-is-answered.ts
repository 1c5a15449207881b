// To whom an answer is offered: who wrote, and whoever else asks for the task, as those do who were in copy.
import { addressKey } from '../../people/same-person.ts'
import { type Correspondent, isMachine, readCorrespondent } from '../mail-address.ts'
import { neverSentTo } from './may-answer.ts'

interface Reached {
  email: string
  name: string
}

/** As many as an answer may have. */
const mostAnswered = 20

const once = (people: readonly Reached[]): Reached[] =>
  people.filter(({ email }, at) => people.findIndex((other) => addressKey(other.email) === addressKey(email)) === at)

/** The addresses of a task's requesters. `contactOf`: the contact that one of them is. */
export function reached(requesters: readonly string[], contactOf: (requester: string) => { email: string | null; name: string } | undefined): Reached[] {
  const found = requesters.flatMap((requester): Reached[] => {
    const contact = contactOf(requester)
    if (contact?.email) return [{ email: contact.email, name: contact.name }]
    const { email, name }: Correspondent = readCorrespondent(requester)
    return email === undefined ? [] : [{ email, name }]
  })
  return once(found).filter((one) => !isMachine(one))
}

/** Who wrote comes first. */
export const answeredAll = (wrote: Reached, requesters: readonly Reached[], own: readonly string[]): Reached[] =>
  once([wrote, ...requesters])
    .filter((one) => one === wrote || neverSentTo(one.email, own) === undefined)
    .slice(0, mostAnswered)

/** What an agent hears that may answer only what a person wrote. */
export const onlyPeopleAnswer = 'The email was written by a machine or to a list: only a person replies to that.'
