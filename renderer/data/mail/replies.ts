// Replies to those who asked for a task by mail: what was sent, and sending one.
import { queryOptions } from '@tanstack/react-query'
import type { Reply } from '../../../shared/schema/mail/reply.ts'
import { api } from '../../backend/backend.ts'
import { language } from '../../lib/messages.ts'
import { storage } from '../../lib/storage.ts'
import { m } from '../../messages/late.ts'
import { attempt } from '../attempt.ts'
import { queryClient } from '../query-client.ts'

const says = m.cloud.replies
const isUnderWay = ({ state }: Reply) => state === 'waiting' || state === 'sending'

export const repliesOf = (task: number) =>
  queryOptions({
    queryKey: ['replies', task] as const,
    queryFn: ({ signal }) => api.listReplies({ params: { id: task } }, { signal }),
    retry: false,
    staleTime: 0,
    // What leaves is told by no stream where the team's cloud sends it.
    refetchInterval: ({ state: { data } }: { state: { data?: Reply[] | undefined } }) => (data?.some(isUnderWay) ? 1500 : false),
  })

const changed = (task: number) => void queryClient.invalidateQueries({ queryKey: ['replies', task] })

/** What was written and not sent. */
export const draftName = (task: number): string => `draft:reply:${task}`

/** True: it is on its way, and can be taken back for ten seconds. */
export async function sendReply(task: number, { to, body, quote }: { to: string[]; body: string; quote: boolean }): Promise<boolean> {
  const uid = crypto.randomUUID()
  const sent = await attempt(() => api.sendReply({ params: { id: task }, body: { to, body, quote, uid, language } }), {
    failed: says.notSent,
    done: says.sending(to.join(', ')),
    back: () => ({
      undo: () => takeBack(task, uid, body),
      again: () => void sendReply(task, { to, body, quote }),
    }),
  })
  changed(task)
  return sent !== undefined
}

/** The words are there again for whoever meant others. */
async function takeBack(task: number, reply: string, body: string): Promise<void> {
  await api.cancelReply({ params: { id: task, reply } })
  storage.write(draftName(task), body)
  changed(task)
}

export async function cancelReply(task: number, { id, body }: Reply): Promise<void> {
  await attempt(() => takeBack(task, id, body), { failed: says.notCanceled })
  changed(task)
}

export async function resendReply(task: number, { id }: Reply): Promise<void> {
  await attempt(() => api.resendReply({ params: { id: task, reply: id } }), { failed: says.notSent })
  changed(task)
}
