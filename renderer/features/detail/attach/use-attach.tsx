// Files for a field: pasted, dropped or chosen. What does the work is fetched with the first file.
import { Paperclip } from 'lucide-react'
import { type ClipboardEvent, type DragEvent, lazy, type ReactNode, type RefObject, Suspense, useRef, useState } from 'react'
import { m } from '../../../messages/late.ts'
import { Button } from '../../../ui/button.tsx'

const Uploads = lazy(() => import('./uploads.tsx'))

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files')

export interface Attach {
  /** For the field. */
  handlers: {
    onPaste: (event: ClipboardEvent) => void
    onDragOver: (event: DragEvent) => void
    onDrop: (event: DragEvent) => void
  }
  button: ReactNode
  /** What is on its way, or did not arrive. */
  uploads: ReactNode
  /** The text went: what was said of its files goes with it. What is still on its way tells by itself whether it arrives. */
  clear: () => void
}

export function useAttach(field: RefObject<HTMLTextAreaElement | null>): Attach {
  const [files, setFiles] = useState<readonly File[]>([])
  const chooser = useRef<HTMLInputElement>(null)

  function take(list: FileList | null): void {
    const given = [...(list ?? [])]
    if (given.length === 0) return
    setFiles((before) => [...before, ...given])
  }

  return {
    handlers: {
      onPaste(event) {
        const { files: pasted, types } = event.clipboardData
        // What was copied from a document or a table is text first, and a picture of it besides.
        if (pasted.length === 0 || types.includes('text/plain')) return
        event.preventDefault()
        take(pasted)
      },
      onDragOver(event) {
        if (!hasFiles(event)) return
        event.preventDefault()
        event.dataTransfer.dropEffect = 'copy'
      },
      onDrop(event) {
        if (!hasFiles(event)) return
        event.preventDefault()
        take(event.dataTransfer.files)
      },
    },
    button: (
      <>
        <Button square aria-label={m.attach.add} title={m.attach.add} onClick={() => chooser.current?.click()}>
          <Paperclip aria-hidden="true" size={15} />
        </Button>
        <input
          ref={chooser}
          hidden
          type="file"
          multiple
          aria-label={m.attach.add}
          onChange={(event) => {
            take(event.target.files)
            event.target.value = ''
          }}
        />
      </>
    ),
    clear: () => setFiles([]),
    uploads: files.length > 0 && (
      <Suspense fallback={null}>
        <Uploads field={field} files={files} />
      </Suspense>
    ),
  }
}
