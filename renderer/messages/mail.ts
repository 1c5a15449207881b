// The words around mailboxes, for the team's and for this computer's own; fetched only with the screens that show them.
import { language } from '../lib/messages.ts'
import { mail as english } from './en/mail/mail.ts'

export const mail: typeof english = language === 'de' ? (await import('./de/mail/mail.ts')).mail : english
