import { type Status, statuses, type Task } from '../../../shared/schema/task.ts'
import { setStatus } from '../../data/tasks/task-steps.ts'
import { m } from '../../lib/messages.ts'
import { Button } from '../../ui/button.tsx'
import { StatusGlyph } from '../../ui/glyphs.tsx'
import { Menu } from '../../ui/menu.tsx'

/** For a finger, and where only one column fits: the other columns are a tap away, whether or not the device can drag. */
export function CardStatus({ task }: { task: Task }) {
  return (
    <span className="absolute end-0 bottom-0 z-10">
      <Menu
        align="end"
        trigger={
          <Button square aria-label={m.moveCard(task.id, m.status[task.status])}>
            <StatusGlyph status={task.status} />
          </Button>
        }
        groups={[
          {
            choices: statuses.map((status) => ({
              id: status,
              label: m.status[status],
              glyph: <StatusGlyph status={status} />,
              chosen: status === task.status,
            })),
          },
        ]}
        onChoose={(status) => setStatus(task.id, status as Status)}
      />
    </span>
  )
}
