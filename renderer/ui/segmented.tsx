import { useId } from 'react'
import { cx } from './class-names.ts'

interface SegmentedProps<T extends string> {
  name: string
  value: T
  options: readonly { id: T; label: string }[]
  onChange: (id: T) => void
}

/** One of a few, all in sight. Arrow keys move, as in any group of radio buttons. */
export function Segmented<T extends string>({ name, value, options, onChange }: SegmentedProps<T>) {
  const group = useId()
  return (
    <div role="radiogroup" aria-label={name} className="inline-flex max-w-full flex-wrap rounded-control border border-line bg-raised p-0.5">
      {options.map(({ id, label }) => (
        <label
          key={id}
          className={cx(
            'relative inline-flex h-[max(26px,calc(var(--tap)-2px))] items-center rounded-[5px] px-2.5 text-dense font-medium has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-accent',
            id === value ? 'bg-surface text-text shadow-[0_0_0_1px_var(--line-strong)]' : 'text-muted hover:text-text',
          )}
        >
          <input
            type="radio"
            className="absolute inset-0 cursor-default opacity-0 focus-visible:outline-none"
            name={group}
            checked={id === value}
            onChange={() => onChange(id)}
          />
          {label}
        </label>
      ))}
    </div>
  )
}
