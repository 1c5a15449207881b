import type { Contact } from '../../../shared/schema/contact.ts'
import { m } from '../../messages/late.ts'
import { PersonMark } from '../../ui/actor-mark.tsx'
import { PickBody, PickPopup } from '../../ui/pick/picker.tsx'

interface MergeProps {
  isOpen: boolean
  /** The button of the menu that asked for it. */
  anchor: Element | undefined
  others: readonly Contact[]
  onChoose: (into: Contact) => void
  onDone: () => void
}

/** Which contact this one goes into, found by name, address or organization. */
export function MergeInto({ isOpen, anchor, others, onChoose, onDone }: MergeProps) {
  const { compare } = new Intl.Collator(document.documentElement.lang)
  const options = [...others]
    .sort((a, b) => compare(a.name, b.name))
    .map(({ slug, name, email, organization }) => ({
      id: slug,
      label: name,
      hint: [email, organization].filter(Boolean).join(' · ') || undefined,
      glyph: <PersonMark name={name} size={18} />,
    }))
  return (
    <PickPopup isOpen={isOpen} name={m.people.mergeInto} anchor={anchor} onClose={onDone}>
      <PickBody
        name={m.people.mergeInto}
        hint={m.people.find}
        longest={320}
        sections={[{ options }]}
        empty={m.people.noneFound}
        onChoose={(id) => {
          const into = others.find(({ slug }) => slug === id)
          if (into) onChoose(into)
        }}
        onDone={onDone}
      />
    </PickPopup>
  )
}
