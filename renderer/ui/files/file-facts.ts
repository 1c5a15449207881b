// What is known of a file before it is opened: how large it is, whether it is an image, and whether its bytes are still with the team. Asking brings no
// byte of it here.
import { useEffect, useState } from 'react'
import type { AttachmentRef } from '../../../shared/domain/attachments/attachment-link.ts'
import { fileAddress } from '../../backend/file-address.ts'
import { locale } from '../../lib/messages.ts'

export interface FileFacts {
  bytes: number
  isImage: boolean
  /** To open it here fetches it first. */
  isElsewhere: boolean
}

/** By hash; a file never changes. `missing`: nobody has it. */
const known = new Map<string, Promise<FileFacts | 'missing'>>()

async function ask(path: string): Promise<FileFacts | 'missing'> {
  const { ok, status, headers } = await fetch(path, { method: 'HEAD' })
  if (status === 404) return 'missing'
  if (!ok) throw new Error(`answered ${status}`)
  return {
    bytes: Number(headers.get('content-length')),
    isImage: headers.get('content-type')?.startsWith('image/') === true,
    isElsewhere: headers.has('x-file-elsewhere'),
  }
}

/** It was fetched, or sent again. */
export const forgetFacts = (hash: string): boolean => known.delete(hash)

function factsOf(file: AttachmentRef): Promise<FileFacts | 'missing'> {
  const asked = known.get(file.hash) ?? ask(fileAddress(file))
  known.set(file.hash, asked)
  asked.then(
    // It may come later.
    (facts) => (facts === 'missing' || facts.isElsewhere) && known.delete(file.hash),
    () => known.delete(file.hash),
  )
  return asked
}

/** `unknown`: nobody could be asked. Undefined: not yet. */
export function useFileFacts(file: AttachmentRef): FileFacts | 'missing' | 'unknown' | undefined {
  const [facts, setFacts] = useState<FileFacts | 'missing' | 'unknown'>()
  const { hash, name } = file
  useEffect(() => {
    let isWanted = true
    factsOf({ hash, name }).then(
      (found) => isWanted && setFacts(found),
      () => isWanted && setFacts('unknown'),
    )
    return () => {
      isWanted = false
    }
  }, [hash, name])
  return facts
}

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

export function sizeText(bytes: number): string {
  const step = bytes < 1000 ? 0 : bytes < 999_500 ? 1 : bytes < 999_950_000 ? 2 : 3
  return (bytes / 1000 ** step).toLocaleString(locale, {
    style: 'unit',
    unit: units[step],
    unitDisplay: step === 0 ? 'long' : 'short',
    maximumFractionDigits: step >= 2 ? 1 : 0,
  })
}

/** What it is called says whether a look is worth while; what it is, its bytes say then. */
export const mayBePdf = ({ name }: AttachmentRef): boolean => /\.pdf$/i.test(name)

export function saveFile(file: AttachmentRef): void {
  const link = document.createElement('a')
  link.href = fileAddress(file)
  link.download = file.name
  link.click()
}
