import { Dialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { m } from '../../lib/messages.ts'
import { overlay } from '../../lib/navigation.ts'
import { useStore } from '../../lib/store.ts'
import { Button } from '../../ui/button.tsx'
import { useHasTeam } from '../../data/use-has-team.ts'
import { ShortcutList } from '../../actions/shortcut-list.tsx'

export function Shortcuts() {
  const isOpen = useStore(overlay) === 'shortcuts'
  const hasTeam = useHasTeam()
  return (
    <Dialog.Root
      open={isOpen}
      onOpenChange={(open) => {
        if (!open && overlay.get() === 'shortcuts') overlay.set(undefined)
      }}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className="popup fixed inset-0 z-40 bg-scrim" />
        <Dialog.Popup className="popup fixed inset-x-4 top-[12vh] z-50 mx-auto max-h-[76vh] max-w-[680px] overflow-y-auto rounded-dialog border border-line bg-surface p-6 shadow-dialog outline-none">
          <div className="flex items-center justify-between">
            <Dialog.Title className="text-section font-semibold">{m.shortcuts}</Dialog.Title>
            <Dialog.Close
              render={
                <Button square aria-label={m.close}>
                  <X aria-hidden="true" size={16} />
                </Button>
              }
            />
          </div>
          <div className="mt-4">
            <ShortcutList without={hasTeam ? [] : [m.goTo(m.view.team)]} />
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
