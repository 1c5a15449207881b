import { count, percent } from '../../lib/dates.ts'
import { cx } from '../class-names.ts'

/** From this share on it is said before it is full. */
const nearly = 0.8
/** What there is of something is seen, however little. */
const leastShown = 0.01

export interface UsageWords {
  name: string
  /** What counts. */
  hint: string
  amount: (used: string, limit: string) => string
  /** From 80 %: how much is left. */
  near: (left: string) => string
  /** Where none may be had. */
  none: string
  /** At the end: what to do. */
  full: string
}

/** One quota, as a bar and in words. `text`: how an amount is written. */
export function UsageRow({ used, limit, words, text = count }: { used: number; limit: number; words: UsageWords; text?: (amount: number) => string }) {
  const isFull = used >= limit
  const share = isFull ? 1 : used / limit
  const isNear = !isFull && share >= nearly
  const amount = words.amount(text(used), text(limit))
  return (
    <li className="border-b border-line px-3.5 py-3 last:border-b-0">
      <p className="flex flex-wrap items-baseline gap-x-4">
        <span className="font-medium">{words.name}</span>
        <span className={cx('ms-auto tabular', isFull ? 'text-bad' : isNear ? 'text-warn' : 'text-muted')}>{amount}</span>
      </p>
      <div
        role="meter"
        aria-label={words.name}
        aria-valuemin={0}
        aria-valuemax={limit}
        aria-valuenow={Math.min(used, limit)}
        aria-valuetext={`${amount}, ${percent(share)}`}
        className="mt-2 h-1.5 overflow-hidden rounded-full bg-line"
      >
        <div
          className={cx('h-full origin-left rounded-full rtl:origin-right', isFull ? 'bg-bad' : isNear ? 'bg-warn' : 'bg-accent')}
          style={{ transform: `scaleX(${share > 0 ? Math.max(share, leastShown) : 0})` }}
        />
      </div>
      <p className="mt-1.5 max-w-[68ch] text-meta text-quiet">{words.hint}</p>
      {isNear && <p className="mt-1 max-w-[68ch] text-meta text-warn">{words.near(text(limit - used))}</p>}
      {isFull && <p className="mt-1 max-w-[68ch] text-meta text-bad">{limit === 0 ? words.none : words.full}</p>}
    </li>
  )
}
