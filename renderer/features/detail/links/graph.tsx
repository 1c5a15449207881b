// What blocks what around a task, two steps up and two down: a list, and beside it the lines from each task to what waits for it.
import { useState } from 'react'
import type { Task } from '../../../../shared/schema/task.ts'
import { isTemporary } from '../../../backend/unnumbered.ts'
import { type MaxTasks, useTaskGraph } from '../../../data/tasks/task-graph.ts'
import { isChangeable } from '../../../data/tasks/task-writes.ts'
import { m } from '../../../messages/late.ts'
import { usePhone, useTouch } from '../../../lib/use-media.ts'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/class-names.ts'
import { StatusGlyph } from '../../../ui/glyphs.tsx'
import { layLines, type Line } from './graph-lines.ts'

const first: MaxTasks = { direct: 6, second: 4 }
const most: MaxTasks = { direct: 50, second: 50 }

interface GraphProps {
  task: Task
  onOpen: (id: number) => void
}

export function Graph({ task, onOpen }: GraphProps) {
  const [max, setMax] = useState(first)
  const graph = useTaskGraph(task, max)
  const isPhone = usePhone()
  // As high as everything that a finger must hit.
  const row = useTouch() || isPhone ? 44 : 28
  if (!graph) return null
  const { tasks, edges, left } = graph
  const rowOf = new Map(tasks.map(({ id }, index) => [id, index]))
  const { lines, lanes } = layLines(edges.map(([from, to]) => [rowOf.get(from) ?? 0, rowOf.get(to) ?? 0]))
  // However many lines there are, the titles keep their room.
  const gap = Math.min(10, Math.ceil(80 / Math.max(1, lanes)))
  const gutter = lanes === 0 ? 0 : lanes * gap + 4
  return (
    <section aria-label={m.links.graph} className="mt-4">
      <h2 className="text-meta font-medium text-muted">{m.links.graph}</h2>
      <div className="relative mt-1 text-dense">
        <LineDrawing tasks={tasks} lines={lines} row={row} gutter={gutter} gap={gap} />
        <ol>
          {tasks.map((one) => (
            <li key={one.id} style={{ height: row, paddingInlineStart: gutter }} className="flex min-w-0">
              <GraphRow task={one} isHere={one.id === task.id} waitsFor={edges.flatMap(([from, to]) => (to === one.id ? [from] : []))} onOpen={onOpen} />
            </li>
          ))}
        </ol>
      </div>
      {left > 0 &&
        (max === first ? (
          <Button className="-ms-2 px-2" onClick={() => setMax(most)}>
            {m.links.moreTasks(left)}
          </Button>
        ) : (
          <p className="text-meta text-quiet">{m.links.others(left)}</p>
        ))}
    </section>
  )
}

interface RowProps {
  task: Task
  isHere: boolean
  waitsFor: readonly number[]
  onOpen: (id: number) => void
}

/** Wide enough for the glyph and what goes into it. */
const glyphBox = 'grid w-[22px] shrink-0 place-items-center'

function GraphRow({ task: { id, title, status }, isHere, waitsFor, onOpen }: RowProps) {
  const isDone = status === 'done'
  const shape = 'flex min-w-0 flex-1 items-center rounded-control pe-2'
  const content = (
    <>
      <span className={cx(glyphBox, isDone && 'opacity-60')}>
        <StatusGlyph status={status} size={14} />
      </span>
      <span className={cx('ms-1 min-w-0 truncate', isDone && 'text-quiet')}>
        <span className="tabular me-1.5 text-quiet">{isTemporary(id) ? '·' : id}</span>
        <bdi className={cx(isHere && 'font-medium')}>{title}</bdi>
      </span>
      <span className="sr-only">
        , {m.status[status]}
        {waitsFor.length > 0 && `, ${m.links.waitsFor(waitsFor.map((other) => `#${other}`))}`}
      </span>
    </>
  )
  if (isHere)
    return (
      <span aria-current="true" className={cx(shape, 'bg-raised')}>
        {content}
      </span>
    )
  return (
    <a
      href={`/task/${id}`}
      title={title}
      className={cx(shape, 'hover:bg-raised')}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return
        event.preventDefault()
        if (isChangeable(id)) onOpen(id)
      }}
    >
      {content}
    </a>
  )
}

interface DrawingProps {
  tasks: readonly Task[]
  lines: readonly Line[]
  row: number
  gutter: number
  gap: number
}

/** Half of a glyph, and a little air. */
const radius = 9
/** What comes in is a little above the middle, what goes out a little below: one line does not seem to go on as the other. */
const aside = 3

function LineDrawing({ tasks, lines, row, gutter, gap }: DrawingProps) {
  const glyph = gutter + 11
  const middle = (index: number) => index * row + row / 2
  function pathOf({ from, to, lane }: Line): string {
    if (lane === undefined) return `M${glyph} ${middle(from) + radius}V${middle(to) - radius}m-2.5 -3 2.5 3 2.5 -3`
    const x = gutter - 4 - lane * gap
    const side = glyph - radius
    const bend = Math.min(5, side - x)
    // A circle of links is let in while everything is read for the first time: then a line may go up.
    const down = to > from ? 1 : -1
    const [start, end] = [middle(from) + aside, middle(to) - aside]
    return `M${side} ${start}H${x + bend}Q${x} ${start} ${x} ${start + down * bend}V${end - down * bend}Q${x} ${end} ${x + bend} ${end}H${side}m-3 -2.5 3 2.5 -3 2.5`
  }
  const isDone = ({ from }: Line) => tasks[from]?.status === 'done'
  // What still holds something up is drawn over what does not.
  const ordered = [...lines.filter(isDone), ...lines.filter((line) => !isDone(line))]
  return (
    <svg
      aria-hidden="true"
      className="pointer-events-none absolute start-0 top-0 z-10 rtl:-scale-x-100"
      width={gutter + 22}
      height={tasks.length * row}
      fill="none"
      strokeWidth="1"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {/* On whole pixels: many lines on one another are no thicker than one. */}
      <g transform="translate(0.5 0.5)">
        {ordered.map((line) => (
          <path key={`${line.from}-${line.to}`} d={pathOf(line)} stroke={isDone(line) ? 'var(--ghost)' : 'var(--faint)'} />
        ))}
      </g>
    </svg>
  )
}
