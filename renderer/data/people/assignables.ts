// Everybody whom a task can be assigned to, for whoever is about to choose.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { folded } from '../../../shared/domain/people/same-name.ts'
import { wordsFor } from '../../../shared/domain/people/same-person.ts'
import type { Member } from '../../../shared/schema/cloud/member.ts'
import { can } from '../../backend/abilities.ts'
import { type Assignable, type Assignables, asAgent, assigneeOf, isAgent } from '../../lib/plan/assignee.ts'
import { agents } from '../agents.ts'
import { useWordsInUse } from '../lists/words-in-use.ts'
import { useHasTeam } from '../use-has-team.ts'
import { myWords, nameOf, readMembers } from './assignees.ts'
import { allContacts } from './contact-list.ts'

/** Everybody who was seen: members of the team, contacts, agents, and who is assigned already. `isWanted`: somebody is about to choose. */
export function useAssignables(isWanted: boolean): Assignables {
  const { data: contacts } = useQuery({ ...allContacts, enabled: isWanted })
  const { data: seen } = useQuery({ ...agents, enabled: isWanted && can.configureService })
  const [team, setTeam] = useState<readonly Member[]>([])
  const hasTeam = useHasTeam()
  useEffect(() => {
    if (isWanted && hasTeam) void readMembers().then(setTeam)
  }, [isWanted, hasTeam])
  const used = useWordsInUse('assignee', isWanted)
  return useMemo(() => {
    const mine = can.account || !hasTeam ? myWords() : []
    const inUse = used.map(({ word }) => word)
    const people = new Map<string, Assignable>()
    const add = (word: string, name: string, hint?: string) => {
      if (!mine.includes(word) && !people.has(word)) people.set(word, { word, kind: 'person', name, hint })
    }
    for (const member of team) add(member.email, nameOf(member), member.email)
    const { compare } = new Intl.Collator(document.documentElement.lang)
    for (const contact of [...(contacts ?? [])].sort((a, b) => compare(a.name, b.name))) {
      if (!wordsFor(contact).some((word) => people.has(word))) add(contact.email ?? contact.name, contact.name, contact.email ?? undefined)
    }
    const known = new Set((contacts ?? []).flatMap((contact) => wordsFor(contact)))
    for (const word of inUse) if (!isAgent(word) && !known.has(word)) add(word, assigneeOf(word).name)
    const words = [...(seen ?? []).flatMap(({ name }) => (name === '*' ? [] : [asAgent(name)])), ...inUse.filter((word) => isAgent(word))]
    // As the agent calls itself, where it is spelt in several ways.
    const spelt = [...Map.groupBy(words, folded).values()].flatMap(([word]) => word ?? [])
    return { me: mine[0], people: [...people.values()], agents: spelt.map((word) => ({ word, ...assigneeOf(word) })) }
  }, [contacts, seen, team, hasTeam, used])
}
