import { useState } from 'react'
import type { SearchSettings } from '../../../shared/schema/settings.ts'
import { changeSettings } from '../../data/settings.ts'
import { m } from '../../messages/late.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'

type Deadlines = SearchSettings['deadlines_ms']
const names = ['total', 'semantic', 'keyword'] as const

/** How long each stage of a search is waited for. */
export function Deadlines({ current }: { current: Deadlines }) {
  const [texts, setTexts] = useState(() => ({ total: String(current.total), semantic: String(current.semantic), keyword: String(current.keyword) }))
  const isChanged = names.some((name) => texts[name] !== String(current[name]))
  const isWrong = (name: keyof Deadlines) => !/^\d{1,5}$/.test(texts[name].trim()) || Number(texts[name]) < 1 || Number(texts[name]) > 60_000
  return (
    <form
      className="mt-2 grid grid-cols-4 items-start gap-3 phone:grid-cols-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (names.some(isWrong)) return
        void changeSettings({ search: { deadlines_ms: { total: Number(texts.total), semantic: Number(texts.semantic), keyword: Number(texts.keyword) } } })
      }}
    >
      {names.map((name) => (
        <Field
          key={name}
          label={m.settings.search.deadlineNames[name]}
          inputMode="numeric"
          value={texts[name]}
          problem={isWrong(name) ? m.settings.search.deadlineWrong : undefined}
          onChange={(event) => setTexts({ ...texts, [name]: event.target.value })}
        />
      ))}
      <Button type="submit" look="outlined" disabled={!isChanged} className="mt-6 h-[max(32px,var(--tap))] phone:mt-6">
        {m.save}
      </Button>
    </form>
  )
}
