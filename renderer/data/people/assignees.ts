// By which names those who are assigned go here.
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Member } from '../../../shared/schema/cloud/member.ts'
import { can } from '../../backend/abilities.ts'
import { localPerson } from '../../backend/local-person.ts'
import { session } from '../../backend/session.ts'
import { type Assignee, assigneeOf, isAgent, knowNames, namesByWord } from '../../lib/plan/assignee.ts'
import { m } from '../../lib/messages.ts'
import { useStore } from '../../lib/store.ts'
import { allContacts } from './contact-list.ts'

/** As whom the person in front of it is assigned; the first is what is written. Nobody while nobody is signed in. */
export function myWords(): readonly string[] {
  if (!can.account) return [localPerson.name]
  const user = session.get()?.user
  return user ? [user.email, ...(user.name ? [user.name] : [])] : []
}

export const nameOf = ({ name, email }: Member) => name ?? email

let members: Promise<readonly Member[]> | undefined

/** The team's, loaded on its own: most lists have no team. None where the cloud does not answer; then it is asked again with the next use. */
export function readMembers(): Promise<readonly Member[]> {
  members ??= import('./team-members.ts')
    .then(({ membersOfTeam }) => membersOfTeam())
    .then(
      (read) => {
        knowNames(read.map((member) => [member.email, nameOf(member)]))
        return read
      },
      () => {
        members = undefined
        return []
      },
    )
  return members
}

/** Whom somebody means who types a name: themselves, an agent, somebody who is known by that word or name; else the word as it stands. */
export function assigneeNamed(typed: string): string {
  const wanted = typed.toLowerCase()
  if (['me', 'mich', 'ich'].includes(wanted)) return myWords()[0] ?? typed
  if (isAgent(wanted)) return wanted
  const known = [...namesByWord.get()]
  const fits = (one: string) => one.toLowerCase() === wanted || one.toLowerCase().split(/[\s@]/u)[0] === wanted
  const words = known.flatMap(([word, name]) => (fits(word) || fits(name) ? [word] : []))
  // As the list to choose from writes it: by address, where there is one.
  return words.find((word) => word.includes('@')) ?? words[0] ?? typed
}

/** Reads who people are only where somebody is assigned. */
export function useAssignee(word: string | null): Assignee | undefined {
  const isPerson = word !== null && !isAgent(word) && !myWords().includes(word)
  useQuery({ ...allContacts, enabled: isPerson })
  const names = useStore(namesByWord)
  useEffect(() => {
    if (isPerson && word.includes('@')) void readMembers()
  }, [isPerson, word])
  if (word === null) return undefined
  if (myWords().includes(word)) return { kind: 'person', name: m.you }
  return assigneeOf(word, names)
}
