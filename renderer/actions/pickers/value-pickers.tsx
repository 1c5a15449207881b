// Status and priority of one task or of many.
import { priorities, type Priority, type Status, statuses } from '../../../shared/schema/task.ts'
import { setPriorities, setStatuses } from '../../data/tasks/set-fields.ts'
import { useTouch } from '../../lib/use-media.ts'
import { m } from '../../messages/late.ts'
import { PriorityGlyph, StatusGlyph } from '../../ui/glyphs.tsx'
import { PickBody } from '../../ui/pick/picker.tsx'
import { commonOf, type PickerProps } from './picker-props.ts'

export function StatusPicker({ tasks, ids, onDone }: PickerProps) {
  const isTouch = useTouch()
  const now = commonOf(tasks, 'status')
  return (
    <PickBody
      name={m.actions.status}
      hint={isTouch ? m.filter : m.actions.find}
      longest={40}
      isNumbered
      sections={[{ options: statuses.map((id) => ({ id, label: m.status[id], glyph: <StatusGlyph status={id} />, isChosen: id === now })) }]}
      onChoose={(status) => setStatuses(ids, status as Status)}
      onDone={onDone}
    />
  )
}

export function PriorityPicker({ tasks, ids, onDone }: PickerProps) {
  const isTouch = useTouch()
  const now = commonOf(tasks, 'priority')
  const highestFirst = [...priorities].reverse()
  return (
    <PickBody
      name={m.actions.priority}
      hint={isTouch ? m.filter : m.actions.find}
      longest={40}
      isNumbered
      sections={[{ options: highestFirst.map((id) => ({ id, label: m.priority[id], glyph: <PriorityGlyph priority={id} />, isChosen: id === now })) }]}
      onChoose={(priority) => setPriorities(ids, priority as Priority)}
      onDone={onDone}
    />
  )
}
