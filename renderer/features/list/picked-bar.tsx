// What is done to all picked tasks at once.
import { Trash2, X } from 'lucide-react'
import { useState } from 'react'
import { priorities, type Priority, type Status, statuses } from '../../../shared/schema/task.ts'
import { useAssignables } from '../../data/people/assignables.ts'
import { changeTasks, deleteTasks } from '../../data/tasks/many-writes.ts'
import { cachedTasks, wordsInUse } from '../../data/tasks/task-cache.ts'
import { m } from '../../lib/messages.ts'
import { picked } from '../../lib/navigation.ts'
import { useStore } from '../../lib/store.ts'
import { AssigneePicker } from '../../ui/pick/assignee-picker.tsx'
import { Button } from '../../ui/button.tsx'
import { DueMenu } from '../../ui/pick/due-menu.tsx'
import { PriorityGlyph, StatusGlyph } from '../../ui/glyphs.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import { Menu } from '../../ui/menu.tsx'
import { WordMenu } from '../../ui/pick/word-menu.tsx'

const clearPicked = () => picked.set(new Set())

export function PickedBar() {
  const ids = useStore(picked)
  const [isChoosing, setChoosing] = useState(false)
  const assignables = useAssignables(isChoosing)
  if (ids.size === 0) return null
  return (
    <div
      role="toolbar"
      aria-label={m.many.picked(ids.size)}
      className="appear absolute inset-x-0 bottom-16 z-20 phone:bottom-22 mx-auto flex w-fit max-w-[calc(100%-24px)] flex-wrap items-center gap-1 rounded-card border border-line-strong bg-surface py-1.5 ps-3.5 pe-1.5 shadow-dialog"
    >
      <span className="tabular pe-2 font-medium">{m.many.picked(ids.size)}</span>
      <Menu
        trigger={<Button>{m.fields.status}</Button>}
        groups={[
          {
            choices: statuses.map((status, index) => ({
              id: status,
              label: m.status[status],
              glyph: <StatusGlyph status={status} />,
              keys: String(index + 1),
            })),
          },
        ]}
        onChoose={(status) =>
          void changeTasks(
            ids,
            () => ({ status: status as Status }),
            (n) => m.many.moved(n, m.status[status as Status]),
          )
        }
      />
      <Menu
        trigger={<Button>{m.fields.priority}</Button>}
        groups={[
          {
            choices: [...priorities].reverse().map((priority) => ({ id: priority, label: m.priority[priority], glyph: <PriorityGlyph priority={priority} /> })),
          },
        ]}
        onChoose={(priority) => void changeTasks(ids, () => ({ priority: priority as Priority }), m.many.changed)}
      />
      <WordMenu
        name={m.many.label}
        dataKey="labels"
        words={() => wordsInUse('labels')}
        onChoose={(label) => void changeTasks(ids, (task) => ({ labels: [...new Set([...task.labels, label])] }), m.many.changed)}
      />
      <DueMenu canRemove trigger={<Button data-key="due">{m.fields.due}</Button>} onSet={(due) => void changeTasks(ids, () => ({ due }), m.many.changed)} />
      <AssigneePicker
        assignables={assignables}
        trigger={<Button data-key="assignee">{m.fields.assignee}</Button>}
        onOpen={() => setChoosing(true)}
        onChoose={(assignee) => void changeTasks(ids, () => ({ assignee }), m.many.changed)}
      />
      <Button
        look="danger"
        onClick={() => {
          const tasks = cachedTasks(ids)
          clearPicked()
          void deleteTasks(tasks)
        }}
      >
        <Trash2 aria-hidden="true" size={14} />
        {m.many.delete}
      </Button>
      <Button square aria-label={m.many.clear} title={m.many.clear} onClick={clearPicked}>
        <X aria-hidden="true" size={14} />
      </Button>
      <Kbd keys="escape" />
    </div>
  )
}
