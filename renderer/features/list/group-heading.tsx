import { ChevronDown } from 'lucide-react'
import { count } from '../../lib/dates.ts'
import { cx } from '../../ui/class-names.ts'

interface HeadingProps {
  title: string
  total: number
  isFolded: boolean
  onFold: () => void
}

export function GroupHeading({ title, total, isFolded, onFold }: HeadingProps) {
  return (
    <h2 className="flex h-full items-end">
      <button
        type="button"
        aria-expanded={!isFolded}
        className="group flex h-7 w-full items-center gap-2 px-4 text-meta font-medium text-muted focus-visible:-outline-offset-2 phone:h-11"
        onClick={onFold}
      >
        <bdi className="truncate">{title}</bdi>
        <span className="tabular font-normal text-quiet">{count(total)}</span>
        <ChevronDown
          aria-hidden="true"
          size={12}
          className={cx('text-faint', isFolded ? '-rotate-90' : 'opacity-0 group-hover:opacity-100 group-focus-visible:opacity-100')}
        />
      </button>
    </h2>
  )
}
