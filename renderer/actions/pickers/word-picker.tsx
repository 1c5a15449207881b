// Labels and requesters: the one that all tasks have is removed, any other is added.
import { useQuery } from '@tanstack/react-query'
import { shownName } from '../../../shared/domain/people/same-person.ts'
import { allContacts } from '../../data/people/contact-list.ts'
import { useWordsInUse } from '../../data/lists/words-in-use.ts'
import { toggleWord } from '../../data/tasks/set-fields.ts'
import { m } from '../../messages/late.ts'
import { PersonMark } from '../../ui/actor-mark.tsx'
import { LabelDot } from '../../ui/marks/label-dot.tsx'
import { PickBody } from '../../ui/pick/picker.tsx'
import type { PickerProps } from './picker-props.ts'

const longest = { labels: 100, requesters: 320 }

export function WordPicker({ field, tasks, ids, onDone }: PickerProps & { field: 'labels' | 'requesters' }) {
  const { data: contacts = [] } = useQuery({ ...allContacts, enabled: field === 'requesters' })
  const inUse = useWordsInUse(field === 'labels' ? 'label' : 'requester')
  const counts = new Map(inUse.map(({ word, open }) => [word, open]))
  const shown = (word: string) => (field === 'requesters' ? shownName(contacts, word) : word)
  const own = [...new Set(tasks.flatMap((task) => task[field]))]
  const isEverywhere = (word: string) => tasks.every((task) => task[field].includes(word))
  const toggle = (word: string) => toggleWord(ids, field, word, shown(word))
  return (
    <PickBody
      name={m.actions[field]}
      hint={m.actions.findWord[field]}
      longest={longest[field]}
      sections={[
        {
          options: [...new Set([...own, ...counts.keys()])].map((word) => ({
            id: word,
            label: shown(word),
            ...(shown(word) === word ? {} : { hint: word }),
            glyph: field === 'labels' ? <LabelDot label={word} /> : <PersonMark name={shown(word)} size={18} />,
            count: counts.get(word),
            isChosen: isEverywhere(word),
          })),
        },
      ]}
      other={(text) => m.actions.addWord(plain(text))}
      onChoose={toggle}
      onOther={(text) => plain(text) !== '' && toggle(plain(text))}
      onDone={onDone}
    />
  )
}

const plain = (text: string) => text.replace(/^#/, '').trim()
