// A file of the team that is not here, when somebody opens it.
import { Readable } from 'node:stream'
import type { Attachments } from '../../attachments/attachments.ts'
import { type CloudLink, LinkError } from '../transport/cloud-link.ts'

export interface FetchFileDeps {
  attachments: Pick<Attachments, 'upload'>
  link: () => CloudLink | undefined
  /** The team has it, and now so has this list. */
  isHere: (hash: string) => void
  report: (error: unknown) => void
}

export function createFetchFile({ attachments, link, isHere, report }: FetchFileDeps) {
  const fetching = new Map<string, Promise<boolean>>()

  async function fetchOne(hash: string): Promise<boolean> {
    const response = await link()?.readFile(hash)
    if (!response) return false
    // Whatever it is: it is kept under what it is, so that no cloud can put another file in its place.
    const { attachment } = await attachments.upload({ name: 'file', length: undefined }, Readable.fromWeb(response.body as never))
    isHere(attachment.hash)
    return attachment.hash === hash
  }

  /** Whether it is here now. However many ask, it is fetched once. */
  return async (hash: string): Promise<boolean> => {
    const known = fetching.get(hash)
    if (known) return known
    const asked = fetchOne(hash)
      .catch((error: unknown) => {
        if (!(error instanceof LinkError)) report(error)
        return false
      })
      .finally(() => fetching.delete(hash))
    fetching.set(hash, asked)
    return asked
  }
}
