import { Dialog } from '@base-ui/react/dialog'
import type { ReactNode } from 'react'

/** One question over the window. */
export function Ask({ title, isOpen, onClose, children }: { title: string; isOpen: boolean; onClose: () => void; children: ReactNode }) {
  return (
    <Dialog.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="popup fixed inset-0 z-40 bg-scrim" />
        <Dialog.Popup className="popup fixed inset-x-4 top-[16vh] z-50 mx-auto flex max-h-[76vh] max-w-[440px] flex-col gap-3 overflow-y-auto rounded-dialog border border-line bg-surface p-6 text-read shadow-dialog outline-none phone:p-4">
          <Dialog.Title className="text-section font-semibold">{title}</Dialog.Title>
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
