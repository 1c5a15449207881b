import { type ReactNode, useEffect, useId, useRef } from 'react'
import { askForCardMenu } from '../../actions/review/card-menu.ts'
import { type Card, nameOf } from '../../actions/review/cards.ts'
import { cx } from '../../ui/class-names.ts'
import { steadyRow } from '../../ui/use-steady-rows.ts'

interface ShellProps {
  card: Card
  isSelected: boolean
  onSelect: () => void
  children: ReactNode
}

/** One thing to decide. The selected one is what y and n are about; it has the keyboard. */
export function CardShell({ card, isSelected, onSelect, children }: ShellProps) {
  const shell = useRef<HTMLElement>(null)
  const id = useId()
  useEffect(() => {
    const held = document.activeElement
    if (!isSelected || shell.current?.contains(held)) return
    shell.current?.scrollIntoView({ block: 'nearest' })
    if (held === document.body || held?.closest('[data-review]')) shell.current?.focus({ preventScroll: true })
  }, [isSelected])
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- pointing at a card is what selects it
    <article
      ref={shell}
      {...steadyRow(id)}
      aria-label={nameOf(card)}
      aria-current={isSelected ? 'true' : undefined}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- j and k move through the cards
      tabIndex={isSelected ? 0 : -1}
      className={cx(
        'scroll-my-4 rounded-card border bg-surface px-4 py-3.5 outline-none',
        isSelected ? 'border-accent shadow-[0_0_0_1px_var(--accent)]' : 'border-line',
      )}
      onFocus={onSelect}
      onPointerDown={onSelect}
      onContextMenu={(event) => askForCardMenu(card, event.nativeEvent)}
    >
      {children}
    </article>
  )
}
