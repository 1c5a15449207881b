import type { ButtonHTMLAttributes, Ref } from 'react'
import { cx } from './class-names.ts'

type Look = 'primary' | 'plain' | 'outlined' | 'danger'

const looks: Record<Look, string> = {
  primary: 'bg-accent text-on-accent hover:bg-accent-hover',
  plain: 'text-muted hover:bg-raised hover:text-text data-[popup-open]:bg-raised data-[popup-open]:text-text',
  outlined: 'border border-line bg-surface text-text hover:border-line-strong hover:bg-raised data-[popup-open]:bg-raised',
  danger: 'text-bad hover:bg-raised',
}

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  look?: Look
  /** Square, for a glyph alone; give it an aria-label. */
  square?: boolean
  ref?: Ref<HTMLButtonElement>
}

export function Button({ look = 'plain', square = false, className, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      className={cx(
        'inline-flex h-[max(28px,var(--tap))] shrink-0 items-center justify-center gap-2 rounded-control text-dense font-medium whitespace-nowrap select-none disabled:opacity-50',
        square ? 'w-[max(28px,var(--tap))]' : 'px-3',
        looks[look],
        className,
      )}
      {...rest}
    />
  )
}
