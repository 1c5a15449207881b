// Draws whatever picker was asked for (requests.ts), where it was asked for.
import { useState } from 'react'
import { cachedTasks } from '../../data/tasks/task-cache.ts'
import { m } from '../../messages/late.ts'
import type { Navigation } from '../../lib/navigation.ts'
import { useStore } from '../../lib/store.ts'
import { PickPopup } from '../../ui/pick/picker.tsx'
import { useFieldAhead } from '../../ui/when/when-picker.tsx'
import { closePicker, pickRequest, type PickRequest, returnTo } from '../requests.ts'
import { AssigneePicker } from './assignee-picker.tsx'
import type { PickerProps } from './picker-props.ts'
import { BlockerPicker, MergePicker, WholePicker } from './task-picker.tsx'
import { PriorityPicker, StatusPicker } from './value-pickers.tsx'
import { DuePicker, ReminderPicker } from './when-pickers.tsx'
import { WordPicker } from './word-picker.tsx'

const nameOf = ({ picker, ids }: PickRequest): string =>
  ({
    status: m.actions.status,
    priority: m.actions.priority,
    labels: m.actions.labels,
    requesters: m.actions.requesters,
    assignee: m.assign.set,
    due: m.when.due,
    reminder: m.when.reminder,
    whole: m.links.attach,
    blocker: m.links.addBlocker,
    merge: m.actions.merge(ids.length),
  })[picker]

export function ActionPicker({ nav }: { nav: Navigation }) {
  useFieldAhead()
  const request = useStore(pickRequest)
  // It stays while it fades away.
  const [shown, setShown] = useState(request)
  if (request && request !== shown) setShown(request)
  if (!shown) return null
  return (
    <PickPopup
      isOpen={request !== undefined}
      name={nameOf(shown)}
      anchor={shown.anchor}
      isWide={shown.picker === 'due' || shown.picker === 'reminder'}
      returnTo={() => returnTo(shown)}
      onClose={closePicker}
    >
      <Body key={shown.number} request={shown} nav={nav} />
    </PickPopup>
  )
}

function Body({ request: { picker, ids }, nav }: { request: PickRequest; nav: Navigation }) {
  const [tasks] = useState(() => cachedTasks(ids))
  const props: PickerProps = { tasks, ids, onDone: () => closePicker() }
  switch (picker) {
    case 'status':
      return <StatusPicker {...props} />
    case 'priority':
      return <PriorityPicker {...props} />
    case 'labels':
    case 'requesters':
      return <WordPicker field={picker} {...props} />
    case 'assignee':
      return <AssigneePicker {...props} />
    case 'due':
      return <DuePicker {...props} />
    case 'reminder':
      return <ReminderPicker {...props} />
    case 'whole':
      return <WholePicker {...props} />
    case 'blocker':
      return <BlockerPicker {...props} />
    case 'merge':
      return (
        <MergePicker
          {...props}
          onMerged={(from, into) => nav.openId !== undefined && from.includes(nav.openId) && nav.openId !== into && nav.open(into, true)}
        />
      )
  }
}
