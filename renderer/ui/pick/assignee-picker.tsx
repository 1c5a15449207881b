import { UserRoundX } from 'lucide-react'
import type { ReactElement } from 'react'
import type { Assignable, Assignables } from '../../lib/plan/assignee.ts'
import { m } from '../../lib/messages.ts'
import { ActorMark } from '../actor-mark.tsx'
import { Picker, type PickSection } from './picker.tsx'

interface AssigneeProps {
  trigger: ReactElement
  assignables: Assignables
  /** Who is assigned; undefined: of several tasks. */
  assignee?: string | null
  onOpen: () => void
  /** `name`: as they are called here. */
  onChoose: (word: string | null, name: string) => void
}

const nobody = ' nobody'

const optionOf = ({ word, kind, name, hint }: Assignable, assignee: string | null | undefined) => ({
  id: word,
  label: name,
  hint,
  glyph: <ActorMark actor={{ kind, name }} size={18} />,
  isChosen: word === assignee,
})

/** Me, a person, an agent, nobody; or whoever is typed. */
export function AssigneePicker({ trigger, assignables, assignee, onOpen, onChoose }: AssigneeProps) {
  const { me, people, agents } = assignables
  const named = (some: readonly Assignable[]) => some.map((one) => optionOf(one, assignee))
  const mine = me === undefined ? [] : [{ ...optionOf({ word: me, kind: 'person', name: m.you }, assignee), label: m.assign.me }]
  const none = { id: nobody, label: m.assign.nobody, glyph: <UserRoundX aria-hidden="true" size={16} className="text-faint" />, isChosen: assignee === null }
  const sections: PickSection[] = [
    { options: [...mine, none] },
    { name: m.assign.parts.people, options: named(people) },
    { name: m.assign.parts.agents, options: named(agents) },
  ]
  const nameOf = (word: string) => (word === me ? m.you : ([...people, ...agents].find((one) => one.word === word)?.name ?? word))
  return (
    <Picker
      trigger={trigger}
      name={m.assign.set}
      hint={m.assign.find}
      longest={320}
      sections={sections}
      other={m.assign.as}
      onOpen={onOpen}
      onChoose={(id) => (id === nobody ? onChoose(null, m.assign.nobody) : onChoose(id, nameOf(id)))}
      onOther={(text) => onChoose(text, text)}
    />
  )
}
