// Invitations among the files of messages: what a mail offers is a task with a date, once a person says yes.
import type { ExtractedTask } from '../../../shared/domain/mail/extracted-task.ts'
import { type Invitation, maxInvitation, readInvitation } from '../../../shared/domain/mail/invitation.ts'
import type { NewMessage } from '../../../shared/schema/conversation.ts'
import type { MessageFile } from '../../../shared/schema/files/mail-file.ts'
import type { Extracted } from './extraction.ts'

export interface InvitationDeps {
  /** A file of the list; undefined: it is not here. */
  content: (hash: string) => Promise<Blob | undefined>
  now: () => Date
  zone: () => string
}

/** Files of a message that are looked into. */
const maxLookedInto = 3

/** A larger one need not come from anywhere. */
const mayInvite = ({ name, bytes }: MessageFile) => /\.(?:ics|ical|ifb|vcs)$/i.test(name) && (bytes ?? 0) <= maxInvitation

export type InvitationIn = ReturnType<typeof createInvitationIn>

export function createInvitationIn({ content, now, zone }: InvitationDeps) {
  /** The last one that is still to come. */
  return async (messages: readonly Pick<NewMessage, 'attachments'>[]): Promise<Invitation | undefined> => {
    for (const { attachments = [] } of messages.toReversed())
      for (const { hash } of attachments.filter(mayInvite).slice(0, maxLookedInto)) {
        const file = hash === null ? undefined : await content(hash)
        const found = file && file.size <= maxInvitation ? readInvitation(await file.text(), zone()) : undefined
        if (found && found.start >= now().toISOString().slice(0, found.start.length)) return found
      }
    return undefined
  }
}

const offered = 'It’s an invitation. A yes makes a task of it, due then; nobody is told.'

/** The task that it offers. `read`: what the mail itself says. */
function offeredBy({ title, start, place }: Invitation, read: ExtractedTask): ExtractedTask {
  const text = read.description ?? ''
  const where = place === '' || text.includes(place) ? '' : `Where: ${place}`
  return {
    ...read,
    title: title || read.title,
    description: [text, where].filter((part) => part !== '').join('\n\n') || null,
    due: null,
    deadline: start,
    confidence: Math.min(read.confidence, 0.5),
    doubt: offered,
  }
}

/** What was invited to, or called off, is no absence or report, whatever its subject looks like. */
export function withInvitation(read: Extracted, invitation: Invitation | undefined): Extracted {
  const [first] = read.tasks
  if (!invitation || !first || invitation.kind === 'answer') return read
  const isCalledOff = invitation.kind === 'called_off'
  return { ...read, isAutomatic: false, tasks: [isCalledOff ? { ...first, due: null } : offeredBy(invitation, first)] }
}
