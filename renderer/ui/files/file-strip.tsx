// All files of a task, as tiles: pictures are seen, anything else has its name.
import { File as FileGlyph, FileText } from 'lucide-react'
import { useState } from 'react'
import type { AttachmentRef } from '../../../shared/domain/attachments/attachment-link.ts'
import { fileAddress } from '../../backend/file-address.ts'
import { m } from '../../messages/late.ts'
import { mayBePdf, sizeText, useFileFacts } from './file-facts.ts'
import { useOpenFile } from './previews.tsx'

export function FileStrip({ files }: { files: readonly AttachmentRef[] }) {
  return (
    // One alone is seen where it stands.
    <section aria-label={m.attach.files} className="mt-4 not-has-[li+li]:hidden">
      <ul className="-mx-0.5 flex gap-2 overflow-x-auto p-0.5 pb-2">
        {files.map((file) => (
          <Tile key={file.hash} file={file} />
        ))}
      </ul>
    </section>
  )
}

function Tile({ file }: { file: AttachmentRef }) {
  const facts = useFileFacts(file)
  const open = useOpenFile()
  const [isBroken, setBroken] = useState(false)
  if (facts === 'missing') return null
  const known = typeof facts === 'object' ? facts : undefined
  // What is with the team only stays there until somebody wants it.
  const isPicture = known?.isImage === true && !known.isElsewhere && !isBroken
  const Kind = mayBePdf(file) ? FileText : FileGlyph
  return (
    <li className="shrink-0">
      <button
        type="button"
        aria-label={m.attach.open(file.name)}
        title={file.name}
        className="flex h-20 w-28 flex-col overflow-hidden rounded-control border border-line bg-surface text-start hover:border-line-strong hover:bg-raised"
        onClick={() => open(file)}
      >
        {isPicture ? (
          <img loading="lazy" src={fileAddress(file)} alt="" className="size-full bg-raised object-cover" onError={() => setBroken(true)} />
        ) : (
          <span className="flex size-full flex-col justify-between p-2 text-dense">
            <Kind aria-hidden="true" size={18} className="text-muted" />
            <span className="flex flex-col">
              <bdi className="truncate">{file.name}</bdi>
              <span className="text-quiet">{known ? sizeText(known.bytes) : ' '}</span>
            </span>
          </span>
        )}
      </button>
    </li>
  )
}
