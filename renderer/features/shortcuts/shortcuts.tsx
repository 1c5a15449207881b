import { Dialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { m } from '../../messages.ts'
import { overlay } from '../../navigation.ts'
import { useStore } from '../../store.ts'
import { Button } from '../../ui/button.tsx'
import { Kbd } from '../../ui/kbd.tsx'

const sheet: { name: string; rows: [string, string[]][] }[] = [
  {
    name: m.keys.anywhere,
    rows: [
      [m.keys.search, ['mod+k', '/']],
      [m.keys.add, ['c']],
      [m.keys.undo, ['z', 'mod+z']],
      [m.goTo(m.view.inbox), ['g i']],
      [m.goTo(m.view.all), ['g a']],
      [m.goTo(m.view.done), ['g d']],
      [m.goTo(m.view.activity), ['g t']],
      [m.keys.filter, ['f']],
      [m.keys.sidebar, ['[']],
      [m.keys.sheet, ['?']],
    ],
  },
  {
    name: m.keys.list,
    rows: [
      [m.keys.move, ['j', 'k']],
      [m.keys.open, ['enter', 'o']],
      [m.keys.close, ['escape']],
      [m.keys.cycle, ['s', 'shift+s']],
      [m.keys.set, ['1', '5']],
      [m.keys.priority, ['p']],
      [m.keys.link, ['y']],
      [m.keys.delete, ['mod+backspace']],
    ],
  },
  {
    name: m.keys.task,
    rows: [
      [m.keys.title, ['e']],
      [m.keys.description, ['d']],
      [m.keys.labels, ['l']],
      [m.keys.comment, ['m']],
      [m.keys.send, ['mod+enter']],
    ],
  },
]

export function Shortcuts() {
  const isOpen = useStore(overlay) === 'shortcuts'
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
          <div className="mt-4 gap-10 sm:columns-2">
            {sheet.map((part) => (
              <section key={part.name} className="mb-6 break-inside-avoid">
                <h3 className="mb-1 text-meta font-medium text-quiet">{part.name}</h3>
                <dl>
                  {part.rows.map(([what, keys]) => (
                    <div key={what} className="flex h-7 items-center justify-between gap-4">
                      <dt>{what}</dt>
                      <dd className="flex gap-1">
                        {keys.map((key) => (
                          <span key={key}>
                            <Kbd keys={key} />
                            <span className="sr-only">{key}</span>
                          </span>
                        ))}
                      </dd>
                    </div>
                  ))}
                </dl>
              </section>
            ))}
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
