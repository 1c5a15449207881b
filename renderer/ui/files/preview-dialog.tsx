// One file, large: an image or a PDF, with the others of the task beside it. What it is, its bytes say; what cannot be shown is said, and can be saved.
import { Dialog } from '@base-ui/react/dialog'
import { ChevronLeft, ChevronRight, Download, Minus, Plus, Trash2, X } from 'lucide-react'
import { type KeyboardEvent, lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import type { AttachmentRef } from '../../../shared/domain/attachments/attachment-link.ts'
import { imageTypeOf } from '../../../shared/domain/attachments/image-type.ts'
import { can } from '../../backend/abilities.ts'
import { fileAddress } from '../../backend/file-address.ts'
import { m } from '../../messages/late.ts'
import { Button } from '../button.tsx'
import { forgetFacts, mayBePdf, saveFile } from './file-facts.ts'
import type { OpenedFile } from './previews.tsx'

const PdfPages = lazy(() => import('./pdf-pages.tsx'))

type Content = { kind: 'loading' | 'missing' | 'failed' | 'other' | 'image' } | { kind: 'pdf'; bytes: ArrayBuffer }

const zooms = [1, 1.5, 2, 3, 4] as const

/** By its name it is something that would be shown. */
const promises = (file: AttachmentRef) => mayBePdf(file) || /\.(?:png|jpe?g|gif|webp|avif)$/i.test(file.name)

async function contentOf(file: AttachmentRef, signal: AbortSignal): Promise<Content> {
  const response = await fetch(fileAddress(file), { signal })
  forgetFacts(file.hash)
  if (response.status === 404) return { kind: 'missing' }
  if (!response.ok) return { kind: 'failed' }
  const bytes = await response.arrayBuffer()
  if (imageTypeOf(new Uint8Array(bytes, 0, Math.min(16, bytes.byteLength))) !== undefined) return { kind: 'image' }
  const head = new TextDecoder('latin1').decode(bytes.slice(0, 1024))
  return head.includes('%PDF-') ? { kind: 'pdf', bytes } : { kind: 'other' }
}

/** Of one file: another one is another component. */
function useContent(file: AttachmentRef): Content {
  const [content, setContent] = useState<Content>({ kind: 'loading' })
  const { hash, name } = file
  useEffect(() => {
    const leaving = new AbortController()
    contentOf({ hash, name }, leaving.signal).then(
      (found) => leaving.signal.aborted || setContent(found),
      () => leaving.signal.aborted || setContent({ kind: 'failed' }),
    )
    return () => leaving.abort()
  }, [hash, name])
  return content
}

const onKeys = (keys: Record<string, () => void>) => (event: KeyboardEvent) => {
  const act = event.ctrlKey || event.metaKey || event.altKey ? undefined : keys[event.key]
  if (!act) return
  event.preventDefault()
  act()
}

export interface PreviewDialogProps {
  file: OpenedFile
  /** In their order. */
  files: readonly AttachmentRef[]
  isOpen: boolean
  onOpen: (file: OpenedFile) => void
  onClose: () => void
}

export default function PreviewDialog({ file, files, isOpen, onOpen, onClose }: PreviewDialogProps) {
  const [zoom, setZoom] = useState(0)
  /** What has something to enlarge. */
  const [zoomable, setZoomable] = useState<string>()
  const canZoom = zoomable === file.hash
  const popup = useRef<HTMLDivElement>(null)
  const at = files.findIndex(({ hash }) => hash === file.hash)
  const go = (steps: number) => {
    const next = at < 0 ? undefined : files[at + steps]
    if (!next) return
    setZoom(0)
    onOpen(next)
  }
  const zoomBy = (steps: number) => canZoom && setZoom((now) => Math.min(zooms.length - 1, Math.max(0, now + steps)))
  const onKeyDown = onKeys({
    // What is larger than the window is moved by them.
    ...(zoom === 0 && { ArrowLeft: () => go(-1), ArrowRight: () => go(1) }),
    '+': () => zoomBy(1),
    '=': () => zoomBy(1),
    '-': () => zoomBy(-1),
    '0': () => setZoom(0),
  })
  return (
    <Dialog.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="popup fixed inset-0 z-40 bg-scrim" />
        <Dialog.Popup
          ref={popup}
          className="popup fixed inset-6 z-50 m-auto flex max-w-300 flex-col overflow-hidden rounded-dialog border border-line bg-surface shadow-dialog outline-none phone:inset-0 phone:rounded-none phone:border-0"
          initialFocus={popup}
          onKeyDown={onKeyDown}
        >
          <div className="flex flex-wrap items-center justify-end gap-1 border-b border-line p-1.5 ps-4 phone:py-0.5">
            <Dialog.Title dir="auto" className="min-w-0 flex-1 truncate text-dense font-medium phone:basis-full phone:pe-12 phone:leading-(--tap)">
              {file.name}
            </Dialog.Title>
            {files.length > 1 && at >= 0 && (
              <span className="flex items-center">
                <Glyph name={m.attach.previous} disabled={at === 0} onClick={() => go(-1)}>
                  <ChevronLeft aria-hidden="true" size={16} className="rtl:-scale-x-100" />
                </Glyph>
                <span className="tabular px-1 text-dense text-quiet" aria-live="polite">
                  {m.attach.ofFiles(at + 1, files.length)}
                </span>
                <Glyph name={m.attach.next} disabled={at === files.length - 1} onClick={() => go(1)}>
                  <ChevronRight aria-hidden="true" size={16} className="rtl:-scale-x-100" />
                </Glyph>
              </span>
            )}
            {canZoom && <ZoomButtons zoom={zoom} zoomBy={zoomBy} />}
            <Glyph name={m.attach.save(file.name)} onClick={() => saveFile(file)}>
              <Download aria-hidden="true" size={16} />
            </Glyph>
            {file.onRemove && (
              <Glyph
                name={m.taskPage.removeFile(file.name)}
                onClick={() => {
                  onClose()
                  file.onRemove?.()
                }}
              >
                <Trash2 aria-hidden="true" size={16} />
              </Glyph>
            )}
            <Dialog.Close
              render={
                <Button square aria-label={m.close} className="phone:absolute phone:end-1.5 phone:top-0.5">
                  <X aria-hidden="true" size={16} />
                </Button>
              }
            />
          </div>
          <Shown key={file.hash} file={file} zoom={zooms[zoom] ?? 1} onZoomable={(is) => setZoomable(is ? file.hash : undefined)} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function ZoomButtons({ zoom, zoomBy }: { zoom: number; zoomBy: (steps: number) => void }) {
  return (
    <>
      <Glyph name={m.attach.smaller} disabled={zoom === 0} onClick={() => zoomBy(-1)}>
        <Minus aria-hidden="true" size={16} />
      </Glyph>
      <Glyph name={m.attach.larger} disabled={zoom === zooms.length - 1} onClick={() => zoomBy(1)}>
        <Plus aria-hidden="true" size={16} />
      </Glyph>
    </>
  )
}

function Glyph({ name, children, ...rest }: { name: string; disabled?: boolean; onClick: () => void; children: ReactNode }) {
  return (
    <Button square aria-label={name} title={name} {...rest}>
      {children}
    </Button>
  )
}

interface ShownProps {
  file: AttachmentRef
  zoom: number
  onZoomable: (is: boolean) => void
}

function Shown(shown: ShownProps) {
  const [attempt, setAttempt] = useState(0)
  return <Attempt key={attempt} {...shown} onAgain={() => setAttempt(attempt + 1)} />
}

function Attempt({ file, zoom, onZoomable, onAgain }: ShownProps & { onAgain: () => void }) {
  const [isBroken, setBroken] = useState(false)
  const content = useContent(file)
  const isZoomable = !isBroken && (content.kind === 'image' || content.kind === 'pdf')
  useEffect(() => {
    onZoomable(isZoomable)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- it is another function each time it is drawn
  }, [isZoomable])
  if (isBroken) return <Plain file={file} text={m.attach.broken} />
  switch (content.kind) {
    case 'image':
      return (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keyboard
        <div className="grid min-h-0 flex-1 overflow-auto bg-raised p-4 outline-offset-[-2px]" tabIndex={0} role="region" aria-label={file.name}>
          <img
            src={fileAddress(file)}
            alt={file.name}
            className={zoom === 1 ? 'm-auto max-h-full min-h-0 max-w-full object-contain' : 'm-auto max-w-none'}
            style={zoom === 1 ? undefined : { width: `${zoom * 100}%` }}
            onError={() => setBroken(true)}
          />
        </div>
      )
    case 'pdf':
      return (
        <Suspense fallback={<Plain text={m.loading} />}>
          <PdfPages bytes={content.bytes} name={file.name} zoom={zoom} onBroken={() => setBroken(true)} />
        </Suspense>
      )
    case 'loading':
      return <Plain text={m.loading} />
    case 'missing':
      return <Plain text={can.keepFiles ? m.attach.missingHere : m.attach.missingThere} />
    case 'failed':
      return <Plain file={file} text={m.attach.notLoaded} onAgain={onAgain} />
    default:
      return <Plain file={file} text={promises(file) ? m.attach.lying : m.attach.noPreview} />
  }
}

/** `file`: it can be saved all the same. */
function Plain({ text, file, onAgain }: { text: string; file?: AttachmentRef; onAgain?: () => void }) {
  return (
    <div role="status" className="flex min-h-60 flex-1 flex-col items-center justify-center gap-3 bg-raised p-6 text-center text-read text-muted">
      <p className="max-w-prose">{text}</p>
      <span className="flex gap-2">
        {onAgain && (
          <Button look="outlined" onClick={onAgain}>
            {m.attach.again}
          </Button>
        )}
        {file && (
          <Button look="outlined" onClick={() => saveFile(file)}>
            <Download aria-hidden="true" size={16} />
            {m.attach.download}
          </Button>
        )}
      </span>
    </div>
  )
}
