// A month to choose a day from, and a time beside it. The arrow keys move by day and week, Page Up and Down by month.
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { capital, dayText } from '../../lib/dates.ts'
import { locale } from '../../lib/messages.ts'
import { m } from '../../messages/late.ts'
import { dayKey } from '../../lib/moments.ts'
import { weekdayShort } from '../../lib/reminders/rule-words.ts'
import { firstWeekday } from '../../lib/when/habits.ts'
import { useStore } from '../../lib/store.ts'
import { useMinute } from '../../lib/use-minute.ts'
import { Button } from '../button.tsx'
import { cx } from '../class-names.ts'
import { TimeField } from './time-field.tsx'

interface CalendarProps {
  /** YYYY-MM-DD. */
  day: string | undefined
  /** HH:MM. */
  time: string | undefined
  onDay: (day: string) => void
  onTime: (time: string) => void
}

const dateOf = (day: string) => new Date(`${day}T12:00`)
const moved = (day: string, days: number) => {
  const date = dateOf(day)
  return dayKey(new Date(date.getFullYear(), date.getMonth(), date.getDate() + days, 12))
}
/** The same day of another month, or its last. */
function inMonth(day: string, months: number): string {
  const date = dateOf(day)
  const last = new Date(date.getFullYear(), date.getMonth() + months + 1, 0, 12)
  return dayKey(new Date(last.getFullYear(), last.getMonth(), Math.min(date.getDate(), last.getDate()), 12))
}

/** Six weeks, whole ones, around a month. */
function weeksOf(day: string, first: number): string[][] {
  const start = `${day.slice(0, 8)}01`
  const before = (dateOf(start).getDay() - first + 7) % 7
  return Array.from({ length: 6 }, (_, week) => Array.from({ length: 7 }, (_day, at) => moved(start, week * 7 + at - before)))
}

const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }

export function Calendar({ day, time, onDay, onTime }: CalendarProps) {
  const first = useStore(firstWeekday)
  const today = dayKey(useMinute())
  const [at, setAt] = useState(day ?? today)
  const [known, setKnown] = useState(day)
  const hasKeyboard = useRef(false)
  const cell = useRef<HTMLButtonElement>(null)
  // What is typed shows where it is.
  if (day !== known) {
    setKnown(day)
    if (day !== undefined) setAt(day)
  }
  useEffect(() => {
    if (hasKeyboard.current) cell.current?.focus()
    hasKeyboard.current = false
  })
  function onKeyDown(event: KeyboardEvent) {
    const isRightToLeft = getComputedStyle(event.currentTarget).direction === 'rtl'
    const step = steps[event.key]
    if (step !== undefined) setAt(moved(at, isRightToLeft && Math.abs(step) === 1 ? -step : step))
    else if (event.key === 'PageUp' || event.key === 'PageDown') setAt(inMonth(at, event.key === 'PageUp' ? -1 : 1))
    else return
    hasKeyboard.current = true
    event.preventDefault()
    event.stopPropagation()
  }
  const turn = (months: number) => () => setAt(inMonth(at, months))
  const title = capital(new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric' }).format(dateOf(at)))
  const weeks = weeksOf(at, first)
  return (
    <div className="flex flex-col gap-1 p-2">
      <div className="flex items-center">
        <span aria-live="polite" className="min-w-0 flex-1 truncate ps-2 text-dense font-semibold">
          {title}
        </span>
        <Button square aria-label={m.when.previousMonth} onClick={turn(-1)}>
          <ChevronLeft aria-hidden="true" size={16} className="rtl:-scale-x-100" />
        </Button>
        <Button square aria-label={m.when.nextMonth} onClick={turn(1)}>
          <ChevronRight aria-hidden="true" size={16} className="rtl:-scale-x-100" />
        </Button>
      </div>
      {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- its cells have the keyboard, one at a time */}
      <div role="grid" aria-label={title} className="grid gap-y-px" onKeyDown={onKeyDown}>
        <div role="row" className="grid grid-cols-7 text-center text-meta text-quiet">
          {(weeks[0] ?? []).map((one) => (
            <span key={one} role="columnheader">
              {weekdayShort(dateOf(one).getDay())}
            </span>
          ))}
        </div>
        {weeks.map((week) => (
          <Week key={week[0]} days={week} at={at} day={day} today={today} cell={cell} onDay={onDay} />
        ))}
      </div>
      <label className="mt-1 flex items-center gap-2 ps-2 text-dense text-muted">
        {m.when.time}
        <TimeField value={time} className="h-[max(28px,var(--tap))]" onTime={onTime} />
      </label>
    </div>
  )
}

interface WeekProps extends Pick<CalendarProps, 'day' | 'onDay'> {
  days: readonly string[]
  /** Which one has the keyboard, in the month that is shown. */
  at: string
  today: string
  cell: RefObject<HTMLButtonElement | null>
}

function Week({ days, at, day, today, cell, onDay }: WeekProps) {
  return (
    <div role="row" className="grid grid-cols-7">
      {days.map((one) => (
        <button
          key={one}
          ref={one === at ? cell : undefined}
          type="button"
          role="gridcell"
          aria-selected={one === day}
          aria-current={one === today ? 'date' : undefined}
          aria-label={dayText(`${one}T12:00`)}
          tabIndex={one === at ? 0 : -1}
          className={cx(
            'tabular mx-auto grid h-[max(28px,calc(var(--tap)-8px))] w-full max-w-9 place-items-center rounded-control text-dense',
            one === day && 'bg-accent font-semibold text-on-accent',
            one !== day && 'hover:bg-raised',
            one !== day && one === today && 'font-semibold text-accent-text',
            one !== day && one !== today && one.slice(0, 7) !== at.slice(0, 7) && 'text-quiet',
          )}
          onClick={() => onDay(one)}
        >
          {Number(one.slice(8))}
        </button>
      ))}
    </div>
  )
}
