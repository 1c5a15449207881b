// What the team's devices are to be told: written down with what it is about, in one transaction, and sent once the cloud knows the task. Sent
// again after a crash under the same key, which the cloud does once for the team.
import type { Notice, NoticeStore } from '../state/notice-store.ts'
import { type CloudLink, LinkError } from '../transport/cloud-link.ts'

export interface NoticeDeps {
  store: NoticeStore
  /** The connection, while there is one that works. */
  link: () => Pick<CloudLink, 'call'> | undefined
  /** The id of a task in the cloud; null: not there yet; undefined: it is gone here. */
  cloudIdOf: (taskId: number) => number | null | undefined
  now: () => Date
  report: (error: unknown) => void
  /** Milliseconds after which one that failed is tried again. */
  retryAfter?: number
}

export type Notices = ReturnType<typeof createNotices>

const max = 100
/** What was to be told a day ago is no news any more; the cloud forgets keys after a day as well. */
const staleAfter = 20 * 3_600_000
const longestTitle = 500
const longestBody = 2000
/** Milliseconds. */
const soon = 200
const usualWait = 5000

export function createNotices({ store, link, cloudIdOf, now, report, retryAfter = usualWait }: NoticeDeps) {
  let running: Promise<void> | undefined
  let again = false
  let closed = false
  let later: NodeJS.Timeout | undefined

  async function send(notice: Notice): Promise<'sent' | 'later'> {
    const through = link()
    const cloudId = cloudIdOf(notice.task_id)
    if (cloudId === undefined) return 'sent'
    if (!through || cloudId === null) return 'later'
    const body = notice.body === null ? {} : { body: notice.body.slice(0, longestBody).toWellFormed() }
    const title = notice.title.slice(0, longestTitle).toWellFormed().trim() || `Task ${cloudId}`
    try {
      await through.call(
        'POST',
        '/notifications/send',
        { event: notice.event, task_id: cloudId, title, ...body, url: `/task/${cloudId}` },
        { 'Idempotency-Key': notice.key },
      )
    } catch (error) {
      // Another desktop has told it in its own words, or it cannot be told at all: not worth a second try.
      if (error instanceof LinkError && error.problem === 'failed') return 'sent'
      throw error
    }
    return 'sent'
  }

  async function run(): Promise<void> {
    while (again) {
      again = false
      if (closed) return
      store.forgetBefore(new Date(now().getTime() - staleAfter).toISOString())
      let isLeft = false
      for (const notice of store.list(max)) {
        if (closed) return
        if ((await send(notice)) === 'sent') store.drop(notice.key)
        else isLeft = true
      }
      clearTimeout(later)
      // The task is on its way there.
      if (isLeft && link()) later = setTimeout(() => void flush(), soon).unref()
    }
  }

  /** Sends what can be sent by now. While the cloud is away it stays for the next time. */
  function flush(): Promise<void> {
    again = true
    running ??= run()
      .catch((error: unknown) => {
        if (!(error instanceof LinkError)) return report(error)
        // Where it is away the connection says when it is back, and asks again. One call can fail without it.
        if (!closed && link()) later = setTimeout(() => void flush(), error.retryAfter ?? retryAfter).unref()
      })
      .finally(() => (running = undefined))
    return running
  }

  return {
    /** Inside the write that it is about. */
    put: (notice: Omit<Notice, 'created_at'>): void => store.put({ ...notice, created_at: now().toISOString() }),
    clear: store.clear,

    flush,

    async close(): Promise<void> {
      closed = true
      await running
      clearTimeout(later)
    },
  }
}
