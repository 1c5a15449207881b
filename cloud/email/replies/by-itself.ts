// What is answered without anybody having read it: on arrival, and when a task is done, where a person set it so. Once for a task, rarely to one address, and
// never to a machine.
import { filledIn } from '../../../shared/domain/mail/answers/answer.ts'
import { mayAnswerByItself } from '../../../shared/domain/mail/answers/may-answer.ts'
import { nameOf, readCorrespondent } from '../../../shared/domain/mail/mail-address.ts'
import { readSubject } from '../../../shared/domain/mail/mail-subject.ts'
import type { Task } from '../../../shared/schema/task.ts'
import type { Write } from '../../journal/journal.ts'
import { answerable, putReply, type ReplyDeps, settingsOf, tooMany, whoAsked } from './replies.ts'

export type ByItself = ReturnType<typeof createByItself>

export function createByItself({ canSend, waits }: Pick<ReplyDeps, 'canSend' | 'waits'>) {
  /** Inside a write. `title`: null, where the task is on its way here: they know it by their subject anyway. */
  return async (write: Write, { uid, title }: Pick<Task, 'uid'> & { title: string | null }, cause: 'acknowledge' | 'done'): Promise<void> => {
    const found = await answerable(write.tx, write.teamId, uid)
    if (!found) return
    const { letter, mailbox, own } = found
    const settings = settingsOf(mailbox)
    const template = settings[cause]
    if (template === null || !settings.sends || mailbox.status !== 'active' || !canSend(mailbox)) return
    if (!mayAnswerByItself({ from: letter.sender, reply_to: letter.reply_to, machine: letter.machine }, own)) return
    const to = [whoAsked(letter).email]
    await write.lock()
    if ((await tooMany(write, to, true)) !== undefined) return
    const named = { uid, title: title ?? readSubject(letter.subject).bare }
    const body = filledIn(template, { title: named.title, name: nameOf(readCorrespondent(letter.sender)) })
    await putReply(write, found, { task: named, cause, by: settings.name || mailbox.address, to, body, quote: '', waits })
  }
}
