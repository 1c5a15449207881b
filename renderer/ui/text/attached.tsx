// Files that a text names: images as such, anything else as a chip. Nothing is ever loaded from elsewhere.
import { Dialog } from '@base-ui/react/dialog'
import { Download, ExternalLink, File as FileGlyph, ImageOff, Trash2, X } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import type { AttachmentRef } from '../../../shared/domain/attachments/attachment-link.ts'
import { can } from '../../backend/abilities.ts'
import { fileAddress } from '../../backend/file-address.ts'
import { locale } from '../../lib/messages.ts'
import { m } from '../../messages/late.ts'
import { useStore } from '../../lib/store.ts'
import { uploading } from '../../lib/files/uploading.ts'
import { Button } from '../button.tsx'

const missing = () => (can.keepFiles ? m.attach.missing : m.attach.notSent)

const chip = 'attached my-0.5 inline-flex max-w-full items-center gap-1.5 rounded-control border px-2 py-0.5 align-middle text-dense no-underline'
const chipLink = `${chip} border-line bg-surface text-text hover:border-line-strong hover:bg-raised`

/** What is not there, quietly: its name, and why. */
function Absent({ name, why }: { name: string; why: string }) {
  return (
    <span className={`${chip} border-dashed border-line text-quiet`}>
      <ImageOff aria-hidden="true" size={14} className="shrink-0" />
      <bdi className="truncate">{name}</bdi>
      <span className="shrink-0">· {why}</span>
    </span>
  )
}

/** How far it is, while it is on its way. */
function useAbsence({ hash }: AttachmentRef): string | undefined {
  const progress = useStore(uploading).get(hash)
  return progress?.toLocaleString(locale, { style: 'percent', maximumFractionDigits: 0 })
}

/** Beside it, for who points at it or comes by with the keyboard. */
function Removable({ name, onRemove, children }: { name: string; onRemove: (() => void) | undefined; children: ReactNode }) {
  if (!onRemove) return <>{children}</>
  return (
    <span className="group/file relative inline-flex max-w-full items-center align-middle">
      {children}
      <button
        type="button"
        aria-label={m.taskPage.removeFile(name)}
        title={m.taskPage.removeFile(name)}
        // On its corner, so that no hole in the text waits for it; a finger has it beside.
        className="grid size-[max(24px,var(--tap))] shrink-0 place-items-center text-muted opacity-0 group-hover/file:opacity-100 hover:text-text focus-visible:opacity-100 pointer-fine:absolute pointer-fine:-end-3 pointer-fine:-top-3 pointer-fine:rounded-full pointer-fine:border pointer-fine:border-line pointer-fine:bg-surface pointer-coarse:-my-3 pointer-coarse:-ms-1 pointer-coarse:opacity-100"
        onClick={onRemove}
      >
        <X aria-hidden="true" size={14} />
      </button>
    </span>
  )
}

interface AttachedImageProps {
  file: AttachmentRef
  alt: string
  /** Takes it out of the text. */
  onRemove?: (() => void) | undefined
}

export function AttachedImage({ file, alt, onRemove }: AttachedImageProps) {
  const absence = useAbsence(file)
  if (absence === undefined) return <StoredImage file={file} alt={alt} onRemove={onRemove} />
  return (
    <Removable name={file.name} onRemove={onRemove}>
      <Absent name={alt || file.name} why={absence} />
    </Removable>
  )
}

function StoredImage({ file, alt, onRemove }: AttachedImageProps) {
  const [isMissing, setMissing] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const name = alt || file.name
  const path = fileAddress(file)
  if (isMissing)
    return (
      <Removable name={file.name} onRemove={onRemove}>
        <Absent name={name} why={missing()} />
      </Removable>
    )
  return (
    <>
      <button type="button" className="attached block max-w-full cursor-zoom-in rounded-control" aria-label={m.attach.open(name)} onClick={() => setOpen(true)}>
        <img
          loading="lazy"
          src={path}
          alt={name}
          className="max-h-80 max-w-full rounded-control border border-line bg-raised object-contain"
          onError={() => setMissing(true)}
        />
      </button>
      <Dialog.Root open={isOpen} onOpenChange={setOpen}>
        <Dialog.Portal>
          <Dialog.Backdrop className="popup fixed inset-0 z-40 bg-scrim" />
          <Dialog.Popup className="popup fixed inset-4 z-50 m-auto flex h-fit max-h-[calc(100dvh-32px)] w-fit max-w-[calc(100vw-32px)] flex-col overflow-hidden rounded-dialog border border-line bg-surface shadow-dialog outline-none">
            <div className="flex min-w-60 items-center gap-1 border-b border-line p-1.5 ps-4">
              <Dialog.Title dir="auto" className="min-w-0 flex-1 truncate text-dense font-medium">
                {name}
              </Dialog.Title>
              <Button square aria-label={m.attach.save(file.name)} title={m.attach.save(file.name)} onClick={() => save(path, file.name)}>
                <Download aria-hidden="true" size={16} />
              </Button>
              {onRemove && (
                <Button
                  square
                  aria-label={m.taskPage.removeFile(file.name)}
                  title={m.taskPage.removeFile(file.name)}
                  onClick={() => {
                    setOpen(false)
                    onRemove()
                  }}
                >
                  <Trash2 aria-hidden="true" size={16} />
                </Button>
              )}
              <Dialog.Close
                render={
                  <Button square aria-label={m.close}>
                    <X aria-hidden="true" size={16} />
                  </Button>
                }
              />
            </div>
            <div className="min-h-0 overflow-auto bg-raised">
              <img src={path} alt={name} className="max-h-[calc(100dvh-80px)] max-w-full object-contain" />
            </div>
          </Dialog.Popup>
        </Dialog.Portal>
      </Dialog.Root>
    </>
  )
}

function save(path: string, name: string): void {
  const link = document.createElement('a')
  link.href = path
  link.download = name
  link.click()
}

/** By hash; a file never changes its size. `undefined`: it is not there. */
const sizes = new Map<string, Promise<number | undefined>>()

async function askSize(path: string): Promise<number | undefined> {
  const response = await fetch(path, { method: 'HEAD' })
  return response.ok ? Number(response.headers.get('content-length')) : undefined
}

const units = ['byte', 'kilobyte', 'megabyte'] as const

function sizeText(bytes: number): string {
  const step = bytes < 1000 ? 0 : bytes < 999_500 ? 1 : 2
  return (bytes / 1000 ** step).toLocaleString(locale, {
    style: 'unit',
    unit: units[step],
    unitDisplay: step === 0 ? 'long' : 'short',
    maximumFractionDigits: step === 2 ? 1 : 0,
  })
}

interface AttachedFileProps {
  file: AttachmentRef
  children: ReactNode
  onRemove?: (() => void) | undefined
}

export function AttachedFile({ file, children, onRemove }: AttachedFileProps) {
  const absence = useAbsence(file)
  return (
    <Removable name={file.name} onRemove={onRemove}>
      {absence === undefined ? <StoredFile file={file}>{children}</StoredFile> : <Absent name={file.name} why={absence} />}
    </Removable>
  )
}

function StoredFile({ file, children }: AttachedFileProps) {
  const [size, setSize] = useState<number | 'missing'>()
  const path = fileAddress(file)
  useEffect(() => {
    let isWanted = true
    async function read(): Promise<void> {
      const asked = sizes.get(file.hash) ?? askSize(path)
      sizes.set(file.hash, asked)
      const bytes = await asked.catch(() => 0)
      // It may come later.
      if (!bytes) sizes.delete(file.hash)
      if (isWanted && bytes !== 0) setSize(bytes ?? 'missing')
    }
    void read()
    return () => {
      isWanted = false
    }
  }, [file.hash, path])
  if (size === 'missing') return <Absent name={file.name} why={missing()} />
  return (
    <a className={chipLink} href={path} download={file.name}>
      <FileGlyph aria-hidden="true" size={14} className="shrink-0 text-muted" />
      <bdi className="truncate">{children}</bdi>
      {typeof size === 'number' && <span className="shrink-0 text-quiet">{sizeText(size)}</span>}
    </a>
  )
}

/** An image from elsewhere would tell its server who reads what: it opens in the browser, for whoever wants it. */
export function RemoteImage({ src, alt }: { src: string; alt: string }) {
  return (
    <a className={chipLink} href={src} target="_blank" rel="noreferrer noopener" title={src}>
      <ExternalLink aria-hidden="true" size={14} className="shrink-0 text-muted" />
      {alt !== '' && <bdi className="max-w-[60%] shrink-0 truncate">{alt}</bdi>}
      <span className={alt === '' ? 'truncate' : 'truncate text-quiet'}>{m.attach.remote(new URL(src).host)}</span>
    </a>
  )
}
