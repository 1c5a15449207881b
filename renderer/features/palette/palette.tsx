import { Dialog } from '@base-ui/react/dialog'
import { useState } from 'react'
import { m } from '../../lib/messages.ts'
import { type Navigation, overlay } from '../../lib/navigation.ts'
import { useStore } from '../../lib/store.ts'
import { PaletteBody } from './palette-body.tsx'

/** Commands and hits in one list. */
export function Palette({ nav }: { nav: Navigation }) {
  const isOpen = useStore(overlay) === 'palette'
  const [opening, setOpening] = useState({ isOpen, number: 0 })
  // The body stays while it fades away; an opening in that time must not find what was typed before.
  if (opening.isOpen !== isOpen) setOpening({ isOpen, number: opening.number + (isOpen ? 1 : 0) })
  return (
    <Dialog.Root
      open={isOpen}
      onOpenChange={(open) => {
        if (!open && overlay.get() === 'palette') overlay.set(undefined)
      }}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className="popup fixed inset-0 z-40 bg-scrim" />
        <Dialog.Popup
          aria-label={m.search}
          className="popup fixed inset-x-4 top-[12vh] z-50 mx-auto flex max-h-[min(560px,70vh)] max-w-[640px] flex-col overflow-hidden rounded-dialog border border-line bg-surface shadow-dialog outline-none phone:inset-x-0 phone:top-0 phone:bottom-0 phone:max-h-none phone:rounded-none phone:border-0"
        >
          <PaletteBody key={opening.number} nav={nav} isOpen={isOpen} onClose={() => overlay.set(undefined)} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
