// Everybody who can be named in a text with an @, and where a click on the name leads.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { handleOf, membersToMention, type Mentionable } from '../../../shared/domain/people/mentioned.ts'
import type { Member } from '../../../shared/schema/cloud/member.ts'
import { can } from '../../backend/abilities.ts'
import { asAgent, assigneeOf, isAgent } from '../../lib/plan/assignee.ts'
import { agents } from '../agents.ts'
import { readMembers } from '../people/assignees.ts'
import { allContacts } from '../people/contact-list.ts'
import { useWordsInUse } from '../lists/words-in-use.ts'
import { useHasTeam } from '../use-has-team.ts'

export interface Mentioned extends Mentionable {
  address: string
}

const assigned = (word: string) => `/all?${new URLSearchParams({ assignee: word })}`

/** `isWanted`: a text names somebody, or somebody is about to. Members of the team first, then contacts, then agents. */
export function useMentionables(isWanted: boolean): readonly Mentioned[] {
  const { data: contacts } = useQuery({ ...allContacts, enabled: isWanted })
  const { data: seen } = useQuery({ ...agents, enabled: isWanted && can.configureService, staleTime: 60_000 })
  const [team, setTeam] = useState<readonly Member[]>([])
  const hasTeam = useHasTeam()
  useEffect(() => {
    if (isWanted && hasTeam) void readMembers().then(setTeam)
  }, [isWanted, hasTeam])
  const assignees = useWordsInUse('assignee', isWanted)
  return useMemo(() => {
    if (!isWanted) return []
    const known = new Set(team.map(({ email }) => email.toLowerCase()))
    const names = new Set([
      ...(seen ?? []).flatMap(({ name }) => (name === '*' ? [] : [name])),
      ...assignees.flatMap(({ word }) => (isAgent(word) ? [assigneeOf(word).name] : [])),
    ])
    return [
      ...membersToMention(team).map(({ member, ...one }): Mentioned => ({ ...one, address: assigned(member.email) })),
      ...(contacts ?? []).flatMap(({ name, slug, email }): Mentioned[] =>
        email && known.has(email.toLowerCase())
          ? []
          : [{ kind: 'contact', name, handle: slug, email: email ?? undefined, address: `/people/${encodeURIComponent(slug)}` }],
      ),
      ...[...names].map((name): Mentioned => ({ kind: 'agent', name, handle: handleOf(name), address: assigned(asAgent(name)) })),
    ].filter(({ handle }) => handle !== '')
  }, [contacts, seen, team, assignees, isWanted])
}
