import { CalendarDays } from 'lucide-react'
import { lazy, type RefObject, Suspense, useState } from 'react'
import { m } from '../../lib/messages.ts'
import type { ReadLine } from '../../lib/quick-add/read-quick-add.ts'
import type { WhenReader } from '../../lib/when/use-when.ts'
import { Button } from '../button.tsx'

const PickDay = lazy(() => import('./pick-day.tsx'))

interface DayButtonProps {
  line: string
  read: ReadLine
  reader: WhenReader | undefined
  /** Gets the keyboard back. */
  field: RefObject<HTMLInputElement | null>
  onWrite: (line: string) => void
}

/** The calendar beside a line, for whoever would rather point than type. */
export function DayButton({ line, read, reader, field, onWrite }: DayButtonProps) {
  const [button, setButton] = useState<HTMLButtonElement | null>(null)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button ref={setButton} square aria-label={m.when.pick} aria-expanded={isOpen} disabled={!reader} className="-my-1" onClick={() => setOpen(!isOpen)}>
        <CalendarDays aria-hidden="true" size={16} />
      </Button>
      {isOpen && reader && button && (
        <Suspense fallback={null}>
          <PickDay
            line={line}
            read={read}
            reader={reader}
            anchor={button}
            returnTo={() => field.current ?? undefined}
            onWrite={onWrite}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}
