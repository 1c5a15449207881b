// A time of day, written and read as the clock in Settings has it: the browser's own field follows the system's.
import { type InputHTMLAttributes, useState } from 'react'
import { timeOfDay } from '../../lib/dates.ts'
import { m } from '../../messages/late.ts'
import { readTime } from '../../lib/when/time-text.ts'
import { cx } from '../class-names.ts'

interface TimeFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange'> {
  /** HH:MM; undefined: none yet. */
  value: string | undefined
  /** Told with each time that what is typed makes. */
  onTime: (time: string) => void
}

const stepsOf: Record<string, number> = { ArrowUp: 1, ArrowDown: -1 }

function moved(time: string, by: number): string {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const all = (hours * 60 + minutes + by + 1440) % 1440
  return [Math.floor(all / 60), all % 60].map((n) => String(n).padStart(2, '0')).join(':')
}

/** The arrow keys move it by a quarter of an hour. What is no time goes when it is left. */
export function TimeField({ value, onTime, className, ...rest }: TimeFieldProps) {
  const [typed, setTyped] = useState<string>()
  const isWrong = typed !== undefined && readTime(typed) === undefined
  return (
    <input
      type="text"
      autoComplete="off"
      spellCheck={false}
      maxLength={12}
      size={8}
      title={m.when.timeHint}
      aria-invalid={isWrong ? true : undefined}
      {...rest}
      value={typed ?? (value === undefined ? '' : timeOfDay(value))}
      className={cx(
        'tabular min-w-0 rounded-control border border-line-strong bg-surface px-2 text-text focus:border-accent aria-invalid:border-bad',
        className ?? 'h-[max(32px,var(--tap))]',
      )}
      onFocus={(event) => event.currentTarget.select()}
      onChange={(event) => {
        setTyped(event.target.value)
        const time = readTime(event.target.value)
        if (time !== undefined) onTime(time)
      }}
      onKeyDown={(event) => {
        const step = stepsOf[event.key]
        if (step === undefined) return
        event.preventDefault()
        event.stopPropagation()
        setTyped(undefined)
        onTime(moved(readTime(typed ?? '') ?? value ?? '09:00', step * 15))
      }}
      onBlur={() => setTyped(undefined)}
    />
  )
}
