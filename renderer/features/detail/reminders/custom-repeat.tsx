// A repetition of one's own, in words: every so many days, weeks, months or years, and on which of their days.
import { useState } from 'react'
import type { NewSchedule } from '../../../../shared/schema/schedule.ts'
import { weekday } from '../../../lib/dates.ts'
import { m } from '../../../messages/late.ts'
import { monthDay, monthName, ruleWords, weekdayShort } from '../../../lib/reminders/rule-words.ts'
import { firstWeekday } from '../../../lib/when/habits.ts'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/class-names.ts'
import { Segmented } from '../../../ui/segmented.tsx'
import { TimeField } from '../../../ui/when/time-field.tsx'
import { dayOf, isDay, maxEvery, type Place, placesFor, type RepeatChoice, ruleFrom, type Unit, units } from './repeat-choice.ts'

const two = (n: number) => String(n).padStart(2, '0')
const today = (now: Date) => `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`

const field = 'h-[max(28px,var(--tap))] rounded-control border border-line-strong bg-surface px-2 focus:border-accent'

function placeText(place: Place, start: string, unit: Unit): string {
  const day = dayOf(start)
  const name = weekday(day.getUTCDay())
  if (place === 'lastDay') return m.rule.on(m.rule.lastDay)
  if (place === 'date') return m.rule.on(unit === 'year' ? monthDay(day.getUTCMonth() + 1, day.getUTCDate()) : m.rule.dayOfMonth(day.getUTCDate()))
  const nth = place === 'lastWeekday' ? -1 : Math.ceil(day.getUTCDate() / 7)
  return m.rule.on(unit === 'year' ? m.rule.nthDayIn(nth, name, monthName(day.getUTCMonth() + 1)) : m.rule.nthDay(nth, name))
}

export function CustomRepeat({ onSet }: { onSet: (rule?: NewSchedule) => void }) {
  const [now] = useState(() => new Date())
  const [choice, setChoice] = useState<RepeatChoice>({ every: 2, unit: 'week', days: [now.getDay()], place: 'date', start: today(now), time: '09:00' })
  const change = (fields: Partial<RepeatChoice>) => setChoice((before) => ({ ...before, ...fields }))
  const { every, unit, days, start, time } = choice
  const rule = ruleFrom(choice)
  const places = (unit === 'month' || unit === 'year') && isDay(start) ? placesFor(start, unit) : []
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape from its fields leaves it
    <form
      aria-label={m.reminder.custom}
      className="flex min-w-0 flex-col items-start gap-2.5 py-1"
      onSubmit={(event) => {
        event.preventDefault()
        if (rule) onSet(rule)
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onSet()
      }}
    >
      <span className="flex max-w-full flex-wrap items-center gap-2">
        <label className="flex items-center gap-2">
          {m.rule.every}
          <input
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- it appears because the person asked for it
            autoFocus
            type="number"
            min={1}
            max={maxEvery}
            value={Number.isNaN(every) ? '' : every}
            className={cx(field, 'w-16')}
            onChange={(event) => change({ every: event.target.valueAsNumber })}
          />
        </label>
        <Segmented
          name={m.rule.unit}
          value={unit}
          options={units.map((id) => ({ id, label: m.rule.units[id](Number.isNaN(every) ? 2 : every) }))}
          onChange={(id) => change({ unit: id, place: 'date' })}
        />
      </span>
      {unit === 'week' && <Weekdays days={days} onChange={(next) => change({ days: next })} />}
      {places.length > 1 && (
        <Segmented
          name={m.rule.place}
          value={places.includes(choice.place) ? choice.place : 'date'}
          options={places.map((id) => ({ id, label: placeText(id, start, unit) }))}
          onChange={(place) => change({ place })}
        />
      )}
      <span className="flex max-w-full flex-wrap items-center gap-x-3 gap-y-2">
        <label className="flex items-center gap-2">
          {m.rule.from}
          <input
            type="date"
            required
            min="1900-01-01"
            max="9999-12-31"
            value={start}
            className={field}
            onChange={(event) => change({ start: event.target.value })}
          />
        </label>
        <label className="flex items-center gap-2">
          {m.rule.atTime}
          <TimeField required value={time} className="h-[max(28px,var(--tap))]" onTime={(next) => change({ time: next })} />
        </label>
      </span>
      <span aria-live="polite" className="text-quiet">
        {rule ? ruleWords(rule) : m.rule.incomplete}
      </span>
      <span className="flex gap-2">
        <Button type="submit" look="primary" disabled={!rule}>
          {m.reminder.set}
        </Button>
        <Button onClick={() => onSet()}>{m.review.cancel}</Button>
      </span>
    </form>
  )
}

function Weekdays({ days, onChange }: { days: readonly number[]; onChange: (days: number[]) => void }) {
  return (
    <span role="group" aria-label={m.rule.weekdaysName} className="flex max-w-full flex-wrap gap-1">
      {Array.from({ length: 7 }, (_, at) => (firstWeekday.get() + at) % 7).map((day) => {
        const isOn = days.includes(day)
        return (
          <button
            key={day}
            type="button"
            aria-pressed={isOn}
            aria-label={weekday(day)}
            className={cx(
              'h-[max(28px,var(--tap))] min-w-[max(32px,var(--tap))] rounded-control border px-1 text-dense font-medium',
              isOn ? 'border-accent bg-accent text-on-accent' : 'border-line-strong bg-surface text-muted hover:bg-raised hover:text-text',
            )}
            onClick={() => onChange(isOn ? days.filter((one) => one !== day) : [...days, day])}
          >
            {weekdayShort(day)}
          </button>
        )
      })}
    </span>
  )
}
