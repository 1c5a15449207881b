import { Check, X } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { askForCardMenu } from '../../actions/review/card-menu.ts'
import { type Card, nameOf } from '../../actions/review/cards.ts'
import { m } from '../../messages/late.ts'
import { type Swiped, useSwipeSideways } from './use-swipe-sideways.ts'
import { cx } from '../../ui/class-names.ts'
import { steadyRow } from '../../ui/use-steady-rows.ts'

interface ShellProps {
  card: Card
  isSelected: boolean
  onSelect: () => void
  /** What a finger decides that moves the card sideways: to the right is yes. */
  onSwipe?: (to: Swiped) => void
  children: ReactNode
}

/** One thing to decide. The selected one is what y and n are about; it has the keyboard. */
export function CardShell({ card, isSelected, onSelect, onSwipe, children }: ShellProps) {
  const shell = useRef<HTMLElement>(null)
  const id = useId()
  const swiped = useSwipeSideways(shell, onSwipe)
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
        'relative scroll-my-4 rounded-card border bg-surface px-4 py-3.5 outline-none',
        onSwipe && 'touch-pan-y',
        swiped === 'right'
          ? 'border-ok shadow-[0_0_0_1px_var(--ok)]'
          : swiped === 'left'
            ? 'border-bad shadow-[0_0_0_1px_var(--bad)]'
            : isSelected
              ? 'border-accent shadow-[0_0_0_1px_var(--accent)]'
              : 'border-line',
      )}
      onFocus={onSelect}
      onPointerDown={onSelect}
      onContextMenu={(event) => askForCardMenu(card, event.nativeEvent)}
    >
      {children}
      {swiped && (
        <span
          aria-hidden="true"
          className={cx(
            'absolute top-3 flex items-center gap-1.5 rounded-control bg-surface px-2 py-1 font-semibold',
            swiped === 'right' ? 'right-3 text-ok' : 'left-3 text-bad',
          )}
        >
          {swiped === 'right' ? <Check size={16} /> : <X size={16} />}
          {swiped === 'right' ? m.review.accept : m.review.reject}
        </span>
      )}
    </article>
  )
}
