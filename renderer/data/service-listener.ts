// What the web UI does with what the local service tells.
import { navigate } from 'wouter/use-browser-location'
import type { ServiceListener } from '../backend/listener.ts'
import { queryClient } from './query-client.ts'
import { takeInQuestion } from './questions.ts'
import { remindersChanged } from './reminders/reminders.ts'
import { takeInReminder } from './reminders/tab-notices.ts'
import { remoteChanged } from './remote.ts'
import { takeInProposal } from './review.ts'
import { takeIn } from './take-in.ts'
import { takeInClaim } from './tasks/claims.ts'
import { readinessChanged } from './tasks/link-changes.ts'
import { readTasksAgain } from './tasks/task-cache.ts'

/** What no entry of the journal tells. */
const unjournalled = [
  'agents',
  'claims',
  'proposals',
  'questions',
  'evidence',
  'duplicates',
  'reminders',
  'search-status',
  'remote',
  'remote-conflicts',
  'remote-task',
]

export const serviceListener: ServiceListener = {
  entries: takeIn,
  caughtUp(how) {
    if (how === 'replaced') {
      readTasksAgain()
      void queryClient.resetQueries()
    } else if (how === 'first') void queryClient.invalidateQueries()
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
  remoteChanged,
  brakeChanged: () => void queryClient.invalidateQueries({ queryKey: ['agents'] }),
  duplicatesChanged: () => void queryClient.invalidateQueries({ queryKey: ['duplicates'] }),
}
