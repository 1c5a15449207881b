import { useQuery } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import type { Task } from '../../../../shared/schema/task.ts'
import { isAway } from '../../../backend/api.ts'
import { useHits } from '../../../data/search-hits.ts'
import { cachedTask, everyCachedTask } from '../../../data/tasks/task-cache.ts'
import { taskById } from '../../../data/tasks/task-queries.ts'
import { m } from '../../../lib/messages.ts'
import { useSettled } from '../../../lib/use-settled.ts'
import { StatusGlyph } from '../../../ui/glyphs.tsx'
import { Picker } from '../../../ui/pick/picker.tsx'

/** Before anything is typed: what was worked on last. */
const maxRecent = 8

interface TaskPickerProps {
  trigger: ReactElement
  name: string
  /** Tasks that are no choice. */
  without: ReadonlySet<number>
  onChoose: (task: Task) => void
}

const recent = () =>
  everyCachedTask()
    .filter(({ status }) => status !== 'done')
    .sort((a, b) => (a.updated_at < b.updated_at ? 1 : -1))

/** A task, found by its title, what it is about, or its number. */
export function TaskPicker({ trigger, name, without, onChoose }: TaskPickerProps) {
  const [text, setText] = useState('')
  const typed = text.trim()
  const q = useSettled(typed, 60)
  const { hits, isFetching } = useHits(typed === '' ? '' : q, useSettled(typed, 180))
  const number = Number(/^#?(\d{1,15})$/.exec(typed)?.[1] ?? 0)
  const numbered = useQuery({ ...taskById(number), enabled: number > 0, retry: (_count, error) => isAway(error) })
  const found: readonly Task[] = typed === '' ? recent() : [...(number > 0 && numbered.data ? [numbered.data] : []), ...hits]
  const choices = [...new Map(found.map((task) => [task.id, task])).values()].filter(({ id }) => !without.has(id))
  return (
    <Picker
      trigger={trigger}
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
      onOpen={() => setText('')}
      onText={setText}
      empty={isFetching || q !== typed ? m.loading : m.links.notFound}
      onChoose={(id) => {
        const task = cachedTask(Number(id)) ?? choices.find((one) => one.id === Number(id))
        if (task) onChoose(task)
      }}
    />
  )
}
