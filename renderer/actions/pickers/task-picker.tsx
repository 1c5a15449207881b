import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Task } from '../../../shared/schema/task.ts'
import { isAway } from '../../backend/api.ts'
import { mergeTasks, pairsOf } from '../../data/review.ts'
import { useHits } from '../../data/search-hits.ts'
import { putInto, waitForTask } from '../../data/tasks/set-fields.ts'
import { cachedTask, everyCachedTask } from '../../data/tasks/task-cache.ts'
import { taskById } from '../../data/tasks/task-queries.ts'
import { m } from '../../messages/late.ts'
import { linksOf } from '../../lib/plan/links.ts'
import { useSettled } from '../../lib/use-settled.ts'
import { StatusGlyph } from '../../ui/glyphs.tsx'
import { PickBody } from '../../ui/pick/picker.tsx'
import type { PickerProps } from './picker-props.ts'

/** Before anything is typed: what was worked on last. */
const maxRecent = 8

const none: readonly Task[] = []

interface TaskPickerProps {
  name: string
  /** Offered before anything is typed, first. */
  first?: readonly Task[]
  /** Tasks that are no choice. */
  without: ReadonlySet<number>
  onChoose: (task: Task) => void
  onDone: () => void
}

const recent = () =>
  everyCachedTask()
    .filter(({ status }) => status !== 'done')
    .sort((a, b) => (a.updated_at < b.updated_at ? 1 : -1))

/** A task, found by its title, what it is about, or its number. */
function TaskPicker({ name, first = none, without, onChoose, onDone }: TaskPickerProps) {
  const [text, setText] = useState('')
  const typed = text.trim()
  const q = useSettled(typed, 60)
  const { hits, areWordsThere, isFetching } = useHits(typed === '' ? '' : q, useSettled(typed, 180))
  const number = Number(/^#?(\d{1,15})$/.exec(typed)?.[1] ?? 0)
  const numbered = useQuery({ ...taskById(number), enabled: number > 0, retry: (_count, error) => isAway(error) })
  const found: readonly Task[] = typed === '' ? [...first, ...recent()] : [...(number > 0 && numbered.data ? [numbered.data] : []), ...hits]
  const choices = [...new Map(found.map((task) => [task.id, task])).values()].filter(({ id }) => !without.has(id))
  return (
    <PickBody
      name={name}
      hint={m.links.find}
      longest={200}
      sections={[
        {
          options: choices
            .slice(0, typed === '' ? maxRecent : undefined)
            .map(({ id, title, status }) => ({ id: String(id), label: title, hint: `#${id}`, glyph: <StatusGlyph status={status} size={14} /> })),
        },
      ]}
      onText={setText}
      isSure={typed === '' || (number > 0 && numbered.isSuccess) || (q === typed && areWordsThere && !numbered.isFetching)}
      empty={isFetching || q !== typed ? m.loading : m.links.notFound}
      onChoose={(id) => {
        const task = cachedTask(Number(id)) ?? choices.find((one) => one.id === Number(id))
        if (task) onChoose(task)
      }}
      onDone={onDone}
    />
  )
}

export function WholePicker({ tasks, ids, onDone }: PickerProps) {
  const [only] = tasks
  const above = only && tasks.length === 1 ? linksOf(only).parent_id : null
  return (
    <TaskPicker name={m.links.attach} without={new Set([...ids, ...(above === null ? [] : [above])])} onChoose={(task) => putInto(ids, task)} onDone={onDone} />
  )
}

export function BlockerPicker({ tasks, ids, onDone }: PickerProps) {
  const known = tasks.length === 1 && tasks[0] ? linksOf(tasks[0]).blocked_by : []
  return <TaskPicker name={m.links.addBlocker} without={new Set([...ids, ...known])} onChoose={(task) => waitForTask(ids, task)} onDone={onDone} />
}

/** One task goes into any other, first of all what looks like it; of several, into one of them or another. */
export function MergePicker({ tasks, ids, onDone, onMerged }: PickerProps & { onMerged: (from: readonly number[], into: number) => void }) {
  const [only] = tasks
  const { data: pairs = [] } = useQuery({ ...pairsOf(only?.id ?? 0), enabled: tasks.length === 1 })
  const alike = pairs.map(({ a, b }) => (a.id === only?.id ? b : a))
  const isMany = tasks.length > 1
  return (
    <TaskPicker
      name={m.actions.merge(tasks.length)}
      first={isMany ? tasks.toSorted((one, other) => one.id - other.id) : alike}
      without={isMany ? new Set() : new Set(ids)}
      onChoose={(into) => {
        const from = tasks.filter(({ id }) => id !== into.id)
        void mergeTasks(from, into).then((left) => left !== undefined && onMerged(ids, left))
      }}
      onDone={onDone}
    />
  )
}
