// What the web UI does with what the local service tells.
import type { Query } from '@tanstack/react-query'
import { navigate } from 'wouter/use-browser-location'
import type { ServiceListener } from '../backend/listener.ts'
import { queryClient } from './query-client.ts'
import { takeInQuestion } from './questions.ts'
import { remindersChanged } from './reminders/reminders.ts'
import { takeInReminder } from './reminders/tab-notices.ts'
import { dataNotices } from './data-notices.ts'
import { isConnected, remote, remoteChanged } from './remote.ts'
import { takeInProposal } from './review.ts'
import { takeIn } from './take-in.ts'
import { takeInClaim } from './tasks/claims.ts'
import { readinessChanged } from './tasks/link-changes.ts'
import type { TaskPage, TaskPages } from './tasks/place-task.ts'
import { readTasksAgain } from './tasks/task-cache.ts'

/** What no entry of the journal tells. */
const unjournalled = [
  'agents',
  'claims',
  'proposals',
  'questions',
  'evidence',
  'replies',
  'duplicates',
  'reminders',
  'search-status',
  'remote',
  'remote-conflicts',
  'remote-task',
]

/** What was asked for before the stream was. */
let early: Query[] = []

/** A list says of which entry it knows. */
const isOf = ({ queryKey, state }: Query, head: number) =>
  queryKey[0] === 'tasks' && ((state.data as TaskPages | undefined)?.pages ?? [{}]).every(({ asOf = -1 }: Partial<TaskPage>) => asOf >= head)

async function readAgainIfOlder(query: Query, head: number): Promise<void> {
  if (query.state.fetchStatus === 'fetching') await query.promise?.catch(() => undefined)
  if (!isOf(query, head)) await queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true })
}

export const serviceListener: ServiceListener = {
  entries: takeIn,
  opening() {
    early = queryClient.getQueryCache().getAll()
  },
  caughtUp(how, head) {
    if (how === 'replaced') {
      readTasksAgain()
      void queryClient.resetQueries()
    } else if (how === 'late') void queryClient.invalidateQueries()
    else if (how === 'first') for (const query of early) void readAgainIfOlder(query, head)
    else for (const kind of unjournalled) void queryClient.invalidateQueries({ queryKey: [kind] })
  },
  claim(change) {
    takeInClaim(change)
    readinessChanged(change.task_id)
    queryClient.readOnceMore({ queryKey: ['claims'] })
  },
  proposal(proposal) {
    takeInProposal(proposal)
    if (proposal.task_id !== null) readinessChanged(proposal.task_id)
    queryClient.readOnceMore({ queryKey: ['proposals'] })
  },
  question(question) {
    takeInQuestion(question)
    readinessChanged(question.task_id)
    queryClient.readOnceMore({ queryKey: ['questions'] })
  },
  reminder(reminder) {
    remindersChanged()
    takeInReminder(reminder, (address) => navigate(address))
  },
  evidenceChanged: () => void queryClient.invalidateQueries({ queryKey: ['evidence'] }),
  remoteChanged() {
    remoteChanged()
    // What it found out about the cloud may be one.
    if (isConnected(queryClient.getQueryData(remote.queryKey))) void queryClient.invalidateQueries({ queryKey: dataNotices.queryKey })
  },
  brakeChanged: () => void queryClient.invalidateQueries({ queryKey: ['agents'] }),
  repliesChanged: () => void queryClient.invalidateQueries({ queryKey: ['replies'] }),
  duplicatesChanged: () => void queryClient.invalidateQueries({ queryKey: ['duplicates'] }),
}
