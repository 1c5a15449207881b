// What the web UI does with what the copy on the device, and its outbox, tell.
import { navigate } from 'wouter/use-browser-location'
import type { CopyListener } from '../backend/listener.ts'
import { readListsAgain } from './lists/saved-lists.ts'
import { teamChanged } from './people/team-changed.ts'
import { tellUndone } from './people/undone-by-others.ts'
import { queryClient } from './query-client.ts'
import { remindersChanged } from './reminders/reminders.ts'
import { takeIn } from './take-in.ts'
import { linkedTaskRead, readinessChanged } from './tasks/link-changes.ts'
import { hideTask, readTasksAgain, showTask } from './tasks/task-cache.ts'
import { renumber } from './tasks/task-writes.ts'

const conflictsChanged = () => void queryClient.invalidateQueries({ queryKey: ['remote-conflicts'] })

/** Milliseconds: however many writes are made at once, lists are counted once. */
const countAfter = 50
let counting: ReturnType<typeof setTimeout> | undefined

export const copyListener: CopyListener = {
  entries(entries) {
    takeIn(entries)
    void tellUndone(entries)
    // Whether one is still open follows from the task as it stands.
    if (entries.some(({ entity }) => entity === 'task')) conflictsChanged()
  },
  reloaded() {
    readTasksAgain()
    void queryClient.invalidateQueries()
  },
  showTask(task) {
    showTask(task)
    linkedTaskRead(task)
  },
  hideTask: (id) => hideTask(id),
  renumber,
  contactsChanged() {
    for (const kind of ['contacts', 'contact-tasks']) void queryClient.invalidateQueries({ queryKey: [kind] })
  },
  listsChanged: readListsAgain,
  changed(what, taskId) {
    void queryClient.invalidateQueries({ queryKey: [what, taskId] })
    if (what === 'schedules') remindersChanged()
  },
  proposalsChanged: () => void queryClient.invalidateQueries({ queryKey: ['proposals'] }),
  repliesChanged: () => void queryClient.invalidateQueries({ queryKey: ['replies'] }),
  evidenceChanged: () => void queryClient.invalidateQueries({ queryKey: ['evidence'] }),
  questionsChanged: () => void queryClient.invalidateQueries({ queryKey: ['questions'] }),
  claimsChanged: () => void queryClient.invalidateQueries({ queryKey: ['claims'] }),
  agentsChanged() {
    for (const kind of ['agents', 'policy']) void queryClient.invalidateQueries({ queryKey: [kind] })
  },
  countsChanged() {
    counting ??= setTimeout(() => {
      counting = undefined
      void queryClient.invalidateQueries({ queryKey: ['count'] })
    }, countAfter)
  },
  readinessChanged,
  conflictsChanged,
  compareConflicts: () => navigate('/review'),
  teamChanged,
}
