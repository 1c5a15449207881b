// Which tasks came of the team's mails, where that was settled after they were read: by a person's yes in Review, wherever it was said, or by attaching them. Whoever
// answers needs to know. Told again after a start, which changes nothing.
import type { EmailLinks } from '../../../../shared/schema/mail/email-links.ts'
import type { TakeInMail } from '../../conversations/take-in-mail.ts'
import type { Journal } from '../../journal/journal.ts'
import { type CloudLink, LinkError } from '../transport/cloud-link.ts'

export interface MailLinkDeps {
  takeIn: Pick<TakeInMail, 'linksSince'>
  journal: Pick<Journal, 'onCommit'>
  /** The connection, while there is one that works. */
  link: () => Pick<CloudLink, 'call'> | undefined
  now: () => Date
  report: (error: unknown) => void
  /** Milliseconds after which one that failed is tried again. */
  retryAfter?: number
}

/** Milliseconds. Who was without a network for longer answers from the mailbox itself. */
const longest = 30 * 24 * 3_600_000
/** Milliseconds: what was written while it was read. */
const overlap = 60_000
const atOnce = 500
const usualWait = 5000

/** Sends them to a cloud in as many calls as it takes. */
export async function sendLinks(link: Pick<CloudLink, 'call'>, { links, ...of }: EmailLinks): Promise<void> {
  for (let first = 0; first < links.length; first += atOnce) {
    try {
      await link.call('POST', '/email/links', { ...of, links: links.slice(first, first + atOnce) })
    } catch (error) {
      // A cloud of before has no such thing.
      if (!(error instanceof LinkError) || error.problem !== 'failed') throw error
    }
  }
}

export function createMailLinks({ takeIn, journal, link, now, report, retryAfter = usualWait }: MailLinkDeps) {
  let toldUntil: number | undefined
  let isDirty = true
  let running: Promise<void> | undefined
  let later: NodeJS.Timeout | undefined

  async function run(): Promise<void> {
    for (let through = link(); isDirty && through; through = link()) {
      isDirty = false
      const at = now().getTime()
      for (const links of takeIn.linksSince(new Date(toldUntil ?? at - longest).toISOString())) await sendLinks(through, links)
      toldUntil = at - overlap
    }
  }

  /** Tells what can be told by now. While the cloud is away it stays for the next time. */
  function flush(): void {
    if (!isDirty) return
    running ??= run()
      .catch((error: unknown) => {
        isDirty = true
        if (!(error instanceof LinkError)) return report(error)
        // Where the cloud is away the connection says when it is back, and asks again. One call can fail without it.
        clearTimeout(later)
        if (link()) later = setTimeout(flush, error.retryAfter ?? retryAfter).unref()
      })
      .finally(() => (running = undefined))
  }

  function changed(): void {
    isDirty = true
    flush()
  }

  const stop = journal.onCommit(changed, ({ entity }) => entity === 'origin')

  return {
    flush,
    changed,
    /** Another team knows nothing of it. */
    forget(): void {
      toldUntil = undefined
      isDirty = true
    },
    async close(): Promise<void> {
      stop()
      await running
      clearTimeout(later)
    },
  }
}
