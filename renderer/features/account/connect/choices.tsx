import { useId } from 'react'
import { cx } from '../../../ui/class-names.ts'

interface ChoicesProps<T extends string> {
  name: string
  value: T
  options: readonly { id: T; label: string; hint?: string }[]
  onChange: (id: T) => void
}

/** One of several, each with what it means. Of one there is nothing to choose: it is only said. */
export function Choices<T extends string>({ name, value, options, onChange }: ChoicesProps<T>) {
  const group = useId()
  return (
    <fieldset className="flex min-w-0 flex-col">
      <legend className="mb-1 font-medium">{name}</legend>
      <div className="flex max-h-64 flex-col overflow-y-auto rounded-card border border-line bg-surface">
        {options.map(({ id, label, hint }) => (
          <label
            key={id}
            className={cx(
              'relative flex min-h-[max(36px,var(--tap))] shrink-0 items-start gap-2.5 border-b border-line px-3 py-2 last:border-b-0 has-[:focus-visible]:outline-2 has-[:focus-visible]:-outline-offset-2 has-[:focus-visible]:outline-accent',
              id === value && options.length > 1 && 'bg-accent-soft',
            )}
          >
            {options.length > 1 && (
              <input
                type="radio"
                name={group}
                className="mt-1 size-4 shrink-0 accent-accent focus-visible:outline-none"
                checked={id === value}
                onChange={() => onChange(id)}
              />
            )}
            <span className="flex min-w-0 flex-col">
              <bdi className="font-medium break-words">{label}</bdi>
              {hint && <span className="text-dense text-muted">{hint}</span>}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
