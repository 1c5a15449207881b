// A PDF, page by page: read in a worker, drawn on canvases. Its fonts are drawn as shapes and never given to the system; scripts, links and forms in it do
// nothing. A file that takes too long is given up.
import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy } from 'pdfjs-dist'
// oxlint-disable-next-line import/default -- its address, which Vite knows
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { m } from '../../messages/late.ts'

GlobalWorkerOptions.workerSrc = workerUrl

const maxPages = 500
const patienceMs = 20_000
/** Of one canvas. */
const maxPixels = 12_000_000
/** Without a zoom, in CSS pixels. */
const pageWidth = 820

export interface PdfPagesProps {
  bytes: ArrayBuffer
  name: string
  zoom: number
  onBroken: () => void
}

interface Opened {
  pdf: PDFDocumentProxy
  /** Height over width of the first page: the others are taken to be alike until they are drawn. */
  shape: number
}

async function opened(loading: ReturnType<typeof getDocument>): Promise<Opened> {
  const pdf = await loading.promise
  const { width, height } = (await pdf.getPage(1)).getViewport({ scale: 1 })
  return { pdf, shape: height / width }
}

export default function PdfPages({ bytes, name, zoom, onBroken }: PdfPagesProps) {
  const [open, setOpen] = useState<Opened>()
  const tellBroken = useEffectEvent(onBroken)
  useEffect(() => {
    let isLeft = false
    // pdf.js takes the bytes away.
    const loading = getDocument({ data: bytes.slice(0), verbosity: 0, disableFontFace: true, useSystemFonts: false, useWasm: false, maxImageSize: 50_000_000 })
    const giveUp = () => isLeft || tellBroken()
    loading.onPassword = giveUp
    const patience = setTimeout(giveUp, patienceMs)
    opened(loading)
      .then((found) => isLeft || setOpen(found), giveUp)
      .finally(() => clearTimeout(patience))
    return () => {
      isLeft = true
      clearTimeout(patience)
      // Ends the worker, whatever it is at.
      void loading.destroy()
    }
  }, [bytes])
  if (!open)
    return (
      <p role="status" className="flex-1 bg-raised p-6 text-center text-read text-muted">
        {m.loading}
      </p>
    )
  const count = Math.min(open.pdf.numPages, maxPages)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keyboard
    <div className="min-h-0 flex-1 overflow-auto bg-raised p-4 outline-offset-[-2px] phone:p-2" tabIndex={0} role="region" aria-label={name}>
      <div className="mx-auto flex flex-col gap-4" style={{ width: `min(${zoom * 100}%, ${pageWidth * zoom}px)` }}>
        {Array.from({ length: count }, (_, index) => (
          <PdfPage key={index} {...open} number={index + 1} zoom={zoom} onBroken={onBroken} />
        ))}
        {open.pdf.numPages > count && <p className="p-4 text-center text-read text-muted">{m.attach.morePages(open.pdf.numPages - count)}</p>}
      </div>
    </div>
  )
}

/** True once it is about to be seen. */
function useNear(target: React.RefObject<HTMLElement | null>): boolean {
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (!target.current) return
    const observer = new IntersectionObserver(([entry]) => setNear(entry?.isIntersecting === true), { rootMargin: '800px' })
    observer.observe(target.current)
    return () => observer.disconnect()
  }, [target])
  return isNear
}

function PdfPage({ pdf, shape, number, zoom, onBroken }: Opened & { number: number; zoom: number; onBroken: () => void }) {
  const place = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const isNear = useNear(place)
  const [text, setText] = useState('')
  const [own, setOwn] = useState(shape)
  const tellBroken = useEffectEvent(onBroken)
  useEffect(() => {
    const [on, width] = [canvas.current, place.current?.clientWidth ?? 0]
    if (!isNear || !on || width === 0) return
    let isLeft = false
    let drawing: { cancel: () => void; promise: Promise<unknown> } | undefined
    const patience = setTimeout(() => isLeft || tellBroken(), patienceMs)
    async function draw(target: HTMLCanvasElement): Promise<void> {
      const page = await pdf.getPage(number)
      const whole = page.getViewport({ scale: 1 })
      // The width that the page has by now, which may be in the middle of a change.
      const wished = (Math.min(width, pageWidth * zoom) / whole.width) * window.devicePixelRatio
      const viewport = page.getViewport({ scale: Math.min(wished, Math.sqrt(maxPixels / (whole.width * whole.height))) })
      if (isLeft) return
      setOwn(whole.height / whole.width)
      target.width = Math.ceil(viewport.width)
      target.height = Math.ceil(viewport.height)
      drawing = page.render({ canvas: target, viewport, annotationMode: 0 })
      await drawing.promise
      const { items } = await page.getTextContent()
      if (!isLeft) setText(items.map((item) => ('str' in item ? item.str : '')).join(' '))
    }
    draw(on)
      .catch(() => isLeft || (number === 1 && tellBroken()))
      .finally(() => clearTimeout(patience))
    return () => {
      isLeft = true
      clearTimeout(patience)
      drawing?.cancel()
      // Pages that are out of sight hold no picture.
      on.width = 0
    }
  }, [isNear, pdf, number, zoom])
  return (
    <div ref={place} className="relative w-full bg-white shadow-raised" style={{ aspectRatio: `1 / ${own}` }}>
      <canvas ref={canvas} role="img" aria-label={m.attach.page(number, pdf.numPages)} className="absolute inset-0 size-full" />
      <p className="sr-only" dir="auto">
        {text}
      </p>
    </div>
  )
}
