import { type InputHTMLAttributes, type ReactNode, useId } from 'react'
import { cx } from './class-names.ts'

interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string
  hint?: ReactNode
  /** What is wrong with it. */
  problem?: string | undefined
}

/** A line to fill in, with its name above and a word of help below. */
export function Field({ label, hint, problem, className, ...rest }: FieldProps) {
  const id = useId()
  return (
    <div className={cx('flex min-w-0 flex-col gap-1', className)}>
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      <input
        id={id}
        dir="auto"
        aria-invalid={problem ? true : undefined}
        aria-describedby={hint || problem ? `${id}-hint` : undefined}
        className="h-[max(32px,var(--tap))] w-full min-w-0 rounded-control border border-line-strong bg-surface px-2.5 focus:border-accent focus:shadow-[0_0_0_1px_var(--accent)]"
        {...rest}
      />
      {(hint || problem) && (
        <p id={`${id}-hint`} role={problem ? 'alert' : undefined} className={cx('text-meta', problem ? 'text-bad' : 'text-quiet')}>
          {problem ?? hint}
        </p>
      )}
    </div>
  )
}
