// Files that a text names: images as such, anything else as a chip. Nothing is ever loaded from elsewhere.
import { ExternalLink, File as FileGlyph, Image as ImageGlyph, ImageOff, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { AttachmentRef } from '../../../shared/domain/attachments/attachment-link.ts'
import { can } from '../../backend/abilities.ts'
import { fileAddress } from '../../backend/file-address.ts'
import { locale } from '../../lib/messages.ts'
import { m } from '../../messages/late.ts'
import { useStore } from '../../lib/store.ts'
import { uploading } from '../../lib/files/uploading.ts'
import { mayBePdf, sizeText, useFileFacts } from '../files/file-facts.ts'
import { useOpenFile } from '../files/previews.tsx'

const missing = () => (can.keepFiles ? m.attach.missing : m.attach.notSent)

const chip = 'attached my-0.5 inline-flex max-w-full min-w-0 items-center gap-1.5 rounded-control border px-2 py-0.5 align-middle text-dense no-underline'
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

/** On a computer, what is still with the team is fetched by whoever wants to see it. */
function StoredImage(props: AttachedImageProps) {
  return can.keepFiles ? <FetchedImage {...props} /> : <ShownImage {...props} />
}

function FetchedImage(props: AttachedImageProps) {
  const facts = useFileFacts(props.file)
  const [isWanted, setWanted] = useState(false)
  const { file, alt, onRemove } = props
  // Until it is known where it is, nothing is asked for.
  if (facts === undefined) return <Absent name={alt || file.name} why={m.loading} />
  if (typeof facts === 'string' || !facts.isElsewhere || isWanted) return <ShownImage {...props} />
  return (
    <Removable name={file.name} onRemove={onRemove}>
      <ShowHere name={alt || file.name} bytes={facts.bytes} onClick={() => setWanted(true)} />
    </Removable>
  )
}

function ShowHere({ name, bytes, onClick }: { name: string; bytes: number; onClick: () => void }) {
  return (
    <button type="button" className={chipLink} onClick={onClick}>
      <ImageGlyph aria-hidden="true" size={14} className="shrink-0 text-muted" />
      <bdi className="truncate">{m.attach.show(name)}</bdi>
      <span className="shrink-0 text-quiet">{sizeText(bytes)}</span>
    </button>
  )
}

function ShownImage({ file, alt, onRemove }: AttachedImageProps) {
  const [isMissing, setMissing] = useState(false)
  const open = useOpenFile()
  const name = alt || file.name
  if (isMissing)
    return (
      <Removable name={file.name} onRemove={onRemove}>
        <Absent name={name} why={missing()} />
      </Removable>
    )
  return (
    <button
      type="button"
      className="attached block max-w-full cursor-zoom-in rounded-control"
      aria-label={m.attach.open(name)}
      onClick={() => open({ ...file, onRemove })}
    >
      <img
        loading="lazy"
        src={fileAddress(file)}
        alt={name}
        className="max-h-80 max-w-full rounded-control border border-line bg-raised object-contain"
        onError={() => setMissing(true)}
      />
    </button>
  )
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
  const facts = useFileFacts(file)
  const open = useOpenFile()
  const [isShown, setShown] = useState(false)
  if (facts === 'missing') return <Absent name={file.name} why={missing()} />
  if (isShown) return <ShownImage file={file} alt={file.name} />
  const known = typeof facts === 'object' ? facts : undefined
  if (known?.isImage) return <ShowHere name={file.name} bytes={known.bytes} onClick={() => setShown(true)} />
  const inside = (
    <>
      <FileGlyph aria-hidden="true" size={14} className="shrink-0 text-muted" />
      <bdi className="truncate">{children}</bdi>
      {known && <span className="shrink-0 text-quiet">{sizeText(known.bytes)}</span>}
    </>
  )
  if (mayBePdf(file))
    return (
      <button type="button" className={chipLink} onClick={() => open(file)}>
        {inside}
      </button>
    )
  return (
    <a className={chipLink} href={fileAddress(file)} download={file.name}>
      {inside}
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
