// A team's desktop, as far as the cloud sees it: mails become tasks, and the team is notified. At least once is enough for it: every step can be
// repeated without doing anything twice.
import { type Called, callUrl } from '../../contract/target.ts'
import { follow, type TeamEvent } from './team-events.ts'

export interface Desktop {
  /** Ids of notifications, by the subject of the mail. */
  notified: Map<string, string>
  /** What failed and was not repeated. */
  failures: unknown[]
  stop(): Promise<void>
}

export async function openDesktop(url: string, headers: Record<string, string>): Promise<Desktop> {
  const desktop: Desktop = { notified: new Map(), failures: [], stop: async () => undefined }
  const call = (method: string, path: string, body?: unknown, more: Record<string, string> = {}) =>
    callUrl(`${url}/api${path}`, method, body, { ...headers, ...more })

  /** Repeats what is refused for the moment. */
  async function insist(work: () => Promise<Called>): Promise<Called> {
    for (;;) {
      const reply = await work()
      if (reply.status < 300) return reply
      if (reply.status !== 503 && reply.status !== 429) throw new Error(`${reply.status} ${JSON.stringify(reply.body)}`)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }

  async function workOff(event: TeamEvent): Promise<void> {
    const { history_id, mailbox } = event.data as { history_id: string; mailbox: string }
    const { body } = await insist(() => call('GET', `/email/messages?${new URLSearchParams({ history_id, mailbox })}`))
    for (const mail of body.messages as { external_id: string; subject: string; body: string; from: string }[]) {
      const key = { 'idempotency-key': `mail ${mail.external_id}` }
      const task = (
        await insist(() =>
          call('POST', '/tasks', { title: mail.subject, description: mail.body, requesters: [mail.from] }, { ...key, 'x-actor': 'agent:desktop' }),
        )
      ).body
      const what = { event: 'task.created', task_id: task.id, title: mail.subject, body: mail.body, url: `/tasks/${task.id}` }
      const sent = (await insist(() => call('POST', '/notifications/send', what, { 'idempotency-key': `notify ${mail.external_id}` }))).body
      desktop.notified.set(mail.subject, sent.notification_id)
    }
    await insist(() => call('POST', '/events/ack', { done: [event.id] }))
  }

  const stream = await follow(url, headers)
  const state = { stopped: false }
  let next = 0
  const working = (async () => {
    while (!state.stopped) {
      const event = stream.seen()[next]
      if (!event) {
        await new Promise((resolve) => setTimeout(resolve, 10))
        continue
      }
      next++
      if (event.kind === 'email.received') await workOff(event).catch((error: unknown) => desktop.failures.push(error))
    }
  })()
  desktop.stop = async () => {
    state.stopped = true
    stream.close()
    await working
  }
  return desktop
}
