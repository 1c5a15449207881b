import type { Task } from '../../../shared/schema/task.ts'
import { askFor } from '../../actions/requests.ts'
import { m } from '../../messages/late.ts'
import { Button } from '../../ui/button.tsx'
import { StatusGlyph } from '../../ui/glyphs.tsx'

/** For a finger, and where only one column fits: the other columns are a tap away, whether or not the device can drag. */
export function CardStatus({ task: { id, status } }: { task: Task }) {
  return (
    <span className="absolute end-0 bottom-0 z-10">
      <Button
        square
        aria-label={m.moveCard(id, m.status[status])}
        aria-haspopup="dialog"
        onClick={({ currentTarget }) => askFor('status', [id], currentTarget)}
      >
        <StatusGlyph status={status} />
      </Button>
    </span>
  )
}
