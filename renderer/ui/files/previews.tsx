// Files that can be looked at: whoever names one opens it here, among the others of the same task.
import { createContext, lazy, type ReactNode, Suspense, useCallback, useContext, useMemo, useState } from 'react'
import { type AttachmentRef, filesNamedIn } from '../../../shared/domain/attachments/attachment-link.ts'

const PreviewDialog = lazy(() => import('./preview-dialog.tsx'))

export interface OpenedFile extends AttachmentRef {
  /** Takes it out of the text. */
  onRemove?: (() => void) | undefined
}

const Opening = createContext<((file: OpenedFile) => void) | undefined>(undefined)

/** `texts`: in which files are named, in their order. */
function Previews({ texts, children }: { texts: readonly string[]; children: ReactNode }) {
  const [opened, setOpened] = useState<OpenedFile>()
  // What was shown last stays while the dialog goes.
  const [isOpen, setIsOpen] = useState(false)
  const joined = texts.join('\n')
  const files = useMemo(() => filesNamedIn([joined]), [joined])
  const open = useCallback((file: OpenedFile) => {
    setOpened(file)
    setIsOpen(true)
  }, [])
  return (
    <Opening value={open}>
      {children}
      {opened && (
        <Suspense>
          <PreviewDialog file={opened} files={files} isOpen={isOpen} onOpen={setOpened} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </Opening>
  )
}

/** Where a task's page has them all together, that is what counts. */
export function FilePreviews({ texts, children }: { texts: readonly string[]; children: ReactNode }) {
  const isInside = useContext(Opening) !== undefined
  return isInside ? <>{children}</> : <Previews texts={texts}>{children}</Previews>
}

export function useOpenFile(): (file: OpenedFile) => void {
  const open = useContext(Opening)
  return (file) => open?.(file)
}
