// When, in words or from the calendar: one field for due dates, reminders, repetitions and snoozes. The field keeps the keyboard; Enter takes what
// was understood, or the suggestion that is chosen.
import { Popover } from '@base-ui/react/popover'
import { lazy, type ReactElement, Suspense, useEffect, useState } from 'react'
import type { Purpose } from '../../../shared/domain/time/when/read-when.ts'
import type { NewSchedule } from '../../../shared/schema/schedule.ts'
import type { WhenReader } from '../../lib/when/use-when.ts'
import { m } from '../../lib/messages.ts'
import type { SuggestionGroup } from './suggestions.tsx'

const load = () => import('./when-body.tsx')
const Body = lazy(async () => ({ default: (await load()).WhenBody }))

/** Fetches the field before it is opened, but not before what is drawn first. What cannot be fetched now is asked for again when it is. */
export function useFieldAhead(): void {
  useEffect(() => {
    const wait = setTimeout(() => void load().catch(() => undefined), 1000)
    return () => clearTimeout(wait)
  }, [])
}

/** What stands in the popup. */
export function WhenField(props: WhenProps & { onDone: () => void }) {
  return (
    <Suspense fallback={<div role="status" aria-label={m.loading} className="h-[max(40px,var(--tap))]" />}>
      <Body {...props} />
    </Suspense>
  )
}

/** What was set: all that the words meant. */
export interface Meant {
  due: string | undefined
  schedules: readonly NewSchedule[]
  once: string | undefined
}

export interface WhenProps {
  purpose: Exclude<Purpose, 'task'>
  name: string
  /** What stands there when it opens: as text, read when the reader is there. */
  initial?: (reader: WhenReader) => string
  suggestions: readonly SuggestionGroup[]
  onSet: (meant: Meant) => void
  /** A suggestion that is no text. */
  onOther?: (id: string) => void
}

interface PickerProps extends WhenProps {
  trigger: ReactElement
  /** Opened by a key, without a click. */
  isOpen?: boolean
  onOpenChange?: (isOpen: boolean) => void
}

export function WhenPicker({ trigger, isOpen: isOpenBy, onOpenChange, ...body }: PickerProps) {
  const [isOpenHere, setOpenHere] = useState(false)
  // Popups stay inside the part of the page that they belong to, for those who move by landmarks.
  const [home, setHome] = useState<HTMLElement | null>(null)
  const isOpen = isOpenBy ?? isOpenHere
  useFieldAhead()
  function setOpen(open: boolean) {
    setOpenHere(open)
    onOpenChange?.(open)
  }
  return (
    <Popover.Root
      open={isOpen}
      onOpenChange={(open, { event }) => {
        if (open && event.target instanceof Element) setHome(event.target.closest<HTMLElement>('main,nav,section'))
        setOpen(open)
      }}
    >
      <Popover.Trigger render={trigger} />
      <Popover.Portal container={home ?? undefined}>
        <Popover.Positioner positionMethod="fixed" align="start" sideOffset={4} className="z-50" collisionPadding={8}>
          <Popover.Popup
            aria-label={body.name}
            className="popup flex max-h-(--available-height) w-[34rem] max-w-(--available-width) flex-col overflow-y-auto overscroll-contain rounded-card border border-line bg-surface text-text shadow-popover outline-none"
          >
            <WhenField {...body} onDone={() => setOpen(false)} />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}
