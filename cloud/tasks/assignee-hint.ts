// What whoever assigns a task to an agent's bare name is told, as on a desktop (electron/service/tasks/assignee-hints.ts).
import { agentHint, agentMeant } from '../../shared/domain/people/agent-meant.ts'
import type { Member } from '../../shared/schema/cloud/member.ts'
import type { Contact } from '../../shared/schema/contact.ts'
import type { TeamContext } from '../context.ts'
import type { Tx } from '../db/database.ts'
import type { Journal } from '../journal/journal.ts'

type Read<T> = (tx: Tx, teamId: string) => Promise<readonly T[]>

export interface AssigneeHintDeps {
  journal: Pick<Journal, 'read'>
  /** The bare names of those that called. */
  agents: Read<string>
  /** The words by which tasks are assigned. */
  assignees: Read<string>
  contacts: Read<Contact>
  members: Read<Member>
}

/** Undefined where nothing speaks against reading it as a person. */
export type AssigneeHint = (written: { assignee?: string | null | undefined }, ctx: TeamContext) => Promise<string | undefined>

const agentMark = /^agent:/

export function createAssigneeHint({ journal, agents, assignees, contacts, members }: AssigneeHintDeps): AssigneeHint {
  return async ({ assignee }, { team: { id }, team, write }) => {
    // Most writes name nobody, or by an address, which no agent has: they cost no question.
    if (assignee == null || agentMark.test(assignee) || assignee.includes('@')) return undefined
    const read = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => (write ? work(write.tx) : journal.read(team, work))
    const [called, words] = await read((tx) => Promise.all([agents(tx, id), assignees(tx, id)]))
    const names = [...called, ...words.flatMap((word) => (agentMark.test(word) ? [word.replace(agentMark, '')] : []))]
    if (!agentMeant(assignee, { agents: names, people: () => [] })) return undefined
    const [others, own] = await read((tx) => Promise.all([contacts(tx, id), members(tx, id)]))
    const people = [...others, ...own.map(({ name, email }) => ({ slug: '', name: name ?? email, email }))]
    const agent = agentMeant(assignee, { agents: names, people: () => people })
    return agent && agentHint(assignee, agent)
  }
}
