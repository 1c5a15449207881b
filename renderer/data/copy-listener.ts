// What the web UI does with what the copy on the device, and its outbox, tell.
import type { CopyListener } from '../backend/listener.ts'
import { teamChanged } from './people/team-changed.ts'
import { queryClient } from './query-client.ts'
import { remindersChanged } from './reminders/reminders.ts'
import { takeIn } from './take-in.ts'
import { linkedTaskRead } from './tasks/link-changes.ts'
import { hideTask, readTasksAgain, showTask } from './tasks/task-cache.ts'
import { changeTask, renumber } from './tasks/task-writes.ts'

export const copyListener: CopyListener = {
  entries: takeIn,
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
  changed(what, taskId) {
    void queryClient.invalidateQueries({ queryKey: [what, taskId] })
    if (what === 'schedules') remindersChanged()
  },
  changeTask: (id, changes, said) => void changeTask(id, changes, said),
  teamChanged,
}
