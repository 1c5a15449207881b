// The files that were given to one field: how far each is, and what to do where one did not arrive.
import { Paperclip } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { maxAttachmentBytes } from '../../../../shared/domain/attachments/attachment-link.ts'
import { fileName } from '../../../../shared/domain/file-name.ts'
import { ApiError } from '../../../backend/api.ts'
import { explain } from '../../../backend/explain.ts'
import { type Attaching, readForAttaching, sendAttachment } from '../../../data/attachments.ts'
import { m } from '../../../messages/late.ts'
import { notify } from '../../../lib/notices.ts'
import { Button } from '../../../ui/button.tsx'
import { sizeText } from '../../../ui/files/file-facts.ts'
import { Progress } from '../../../ui/progress.tsx'
import { insertAtCaret, takeOut } from './write-into.ts'

interface Upload {
  id: number
  name: string
  progress: number
  problem?: string
  /** Known once it was read: it can be sent again. */
  attaching?: Attaching
}

/** A pasted picture is called image.png whatever it shows. */
const nameOf = (file: File) => (/^image\.\w+$/.test(file.name) ? file.name.replace('image', m.attach.pasted) : fileName(file.name))

/** Where the team has no room, in the words of the screen. */
function whyNot(failed: string, error: unknown): string {
  const { used_bytes: used, quota_bytes: all, file_bytes: bytes } = (error instanceof ApiError ? error.problem : {}) as Record<string, unknown>
  if (typeof all !== 'number' || typeof bytes !== 'number') return explain(failed, error)
  const why = typeof used === 'number' ? m.attach.full(sizeText(used), sizeText(all), sizeText(bytes)) : m.attach.overAll(sizeText(bytes), sizeText(all))
  return `${failed} ${why}`
}

export interface UploadsProps {
  field: RefObject<HTMLTextAreaElement | null>
  /** All that were given so far. */
  files: readonly File[]
}

export default function Uploads({ field, files }: UploadsProps) {
  const [shown, setShown] = useState<readonly Upload[]>([])
  const begun = useRef(0)
  const isHere = useRef(true)

  const amend = (id: number, more: Partial<Upload>) => setShown((all) => all.map((one) => (one.id === id ? { ...one, ...more } : one)))
  const forget = (id: number) => setShown((all) => all.filter((one) => one.id !== id))

  async function send(id: number, attaching: Attaching): Promise<void> {
    setShown((all) => all.map((one) => (one.id === id ? { id, name: attaching.name, progress: 0, attaching } : one)))
    try {
      await sendAttachment(attaching, (progress) => amend(id, { progress }))
      forget(id)
    } catch (error) {
      const problem = whyNot(m.attach.failed(attaching.name), error)
      amend(id, { problem })
      // The text was saved meanwhile, and is somewhere else.
      if (!isHere.current) notify({ kind: 'problem', text: problem, action: { label: m.attach.again, run: () => void send(id, attaching) } })
    }
  }

  async function begin(id: number, file: File): Promise<void> {
    const name = nameOf(file)
    setShown((all) => [...all, { id, name, progress: 0, ...(file.size > maxAttachmentBytes ? { problem: m.attach.tooLarge(name) } : {}) }])
    if (file.size > maxAttachmentBytes) return
    let attaching: Attaching
    try {
      if (file.size === 0) throw new Error('empty')
      attaching = await readForAttaching(file, name)
    } catch {
      return amend(id, { problem: m.attach.empty(name) })
    }
    if (field.current) insertAtCaret(field.current, attaching.markdown, attaching.isImage)
    await send(id, attaching)
  }

  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])
  useEffect(() => {
    const next = files.slice(begun.current)
    const first = begun.current
    begun.current = files.length
    // One after the other: each stands behind the one before.
    void next.reduce((before, file, index) => before.then(() => begin(first + index, file)), Promise.resolve())
  })

  if (shown.length === 0) return null
  return (
    <ul className="flex flex-col gap-1.5 border-t border-line px-3 py-2 text-dense">
      {shown.map((one) => (
        <li key={one.id} className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Paperclip aria-hidden="true" size={14} className="shrink-0 text-quiet" />
          {one.problem === undefined ? (
            <>
              <span dir="auto" className="min-w-0 flex-1 truncate">
                {one.name}
              </span>
              <span className="w-24">
                <Progress name={m.attach.sending(one.name)} done={one.progress} />
              </span>
            </>
          ) : (
            <Problem
              upload={one}
              onAgain={() => one.attaching && void send(one.id, one.attaching)}
              onTakeOut={() => {
                if (field.current && one.attaching) takeOut(field.current, one.attaching.markdown)
                forget(one.id)
              }}
            />
          )}
        </li>
      ))}
    </ul>
  )
}

/** Below the field, it may be out of sight. */
const intoSight = (line: HTMLElement | null) => line?.scrollIntoView({ block: 'nearest' })

function Problem({ upload: { problem, attaching }, onAgain, onTakeOut }: { upload: Upload; onAgain: () => void; onTakeOut: () => void }) {
  return (
    <>
      <span ref={intoSight} role="alert" dir="auto" className="min-w-0 flex-1 wrap-anywhere text-bad">
        {problem}
      </span>
      <span className="flex w-full justify-end gap-1">
        {attaching && (
          <Button look="outlined" onClick={onAgain}>
            {m.attach.again}
          </Button>
        )}
        <Button onClick={onTakeOut}>{attaching ? m.attach.takeOut : m.close}</Button>
      </span>
    </>
  )
}
