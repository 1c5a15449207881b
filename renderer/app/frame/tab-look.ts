import { cx } from '../../ui/class-names.ts'

export const tabLook = (isCurrent: boolean) =>
  cx(
    'flex h-14 min-w-0 flex-1 flex-col items-center justify-center gap-1 text-[11px] leading-[14px] font-medium focus-visible:-outline-offset-2',
    isCurrent ? 'text-accent-text' : 'text-muted',
  )
