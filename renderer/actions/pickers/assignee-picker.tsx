import { UserRoundX } from 'lucide-react'
import { useAssignables } from '../../data/people/assignables.ts'
import { setAssignees } from '../../data/tasks/set-fields.ts'
import type { Assignable } from '../../lib/plan/assignee.ts'
import { m } from '../../messages/late.ts'
import { ActorMark } from '../../ui/actor-mark.tsx'
import { PickBody } from '../../ui/pick/picker.tsx'
import { commonOf, type PickerProps } from './picker-props.ts'

const nobody = ' nobody'

const optionOf = ({ word, kind, name, hint }: Assignable, assignee: string | null | undefined) => ({
  id: word,
  label: name,
  hint,
  glyph: <ActorMark actor={{ kind, name }} size={18} />,
  isChosen: word === assignee,
})

/** Me, a person, an agent, nobody; or whoever is typed. */
export function AssigneePicker({ tasks, ids, onDone }: PickerProps) {
  const { me, people, agents } = useAssignables(true)
  const assignee = commonOf(tasks, 'assignee')
  const named = (some: readonly Assignable[]) => some.map((one) => optionOf(one, assignee))
  const mine = me === undefined ? [] : [{ ...optionOf({ word: me, kind: 'person', name: m.you }, assignee), label: m.assign.me }]
  const none = { id: nobody, label: m.assign.nobody, glyph: <UserRoundX aria-hidden="true" size={16} className="text-faint" />, isChosen: assignee === null }
  const nameOf = (word: string) => (word === me ? m.you : ([...people, ...agents].find((one) => one.word === word)?.name ?? word))
  return (
    <PickBody
      name={m.assign.set}
      hint={m.assign.find}
      longest={320}
      sections={[
        { options: [...mine, none] },
        { name: m.assign.parts.people, options: named(people) },
        { name: m.assign.parts.agents, options: named(agents) },
      ]}
      isNumbered
      other={m.assign.as}
      onChoose={(id) => (id === nobody ? setAssignees(ids, null, m.assign.nobody) : setAssignees(ids, id, nameOf(id)))}
      onOther={(text) => setAssignees(ids, text, text)}
      onDone={onDone}
    />
  )
}
