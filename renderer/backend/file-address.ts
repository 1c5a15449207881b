// Where the files of texts are asked for: an image in a page can send no header, so the cloud is told the team in the address.
import { type AttachmentRef, attachmentPath } from '../../shared/domain/attachments/attachment-link.ts'
import { home } from './home.ts'
import { currentTeam } from './session.ts'
import { signedInHeaders } from './signed-in.ts'

export function fileAddress(file: AttachmentRef): string {
  const path = attachmentPath(file)
  return home === 'cloud' ? `/api${path}?${new URLSearchParams({ team_id: currentTeam.get() ?? '' })}` : path
}

/** What one is sent with. `name`: of the person here. */
export function uploadRequest(fileName: string, name: string): { url: string; headers: Record<string, string> } {
  const path = `/attachments?${new URLSearchParams({ name: fileName })}`
  if (home === 'cloud') return { url: `/api${path}`, headers: { 'X-Team-Id': currentTeam.get() ?? '' } }
  return { url: path, headers: { 'X-Actor': name, ...signedInHeaders() } }
}
