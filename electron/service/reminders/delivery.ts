// Shows what has fired, one notice after the other, and never the same twice: that it is being shown is written down before it is. A
// crash in between leaves it in doubt whether it was seen; it is then not shown again, but stays on the list as `fired` (docs/adr/0030).
import type { Notifier } from './notifier.ts'
import { noticeOf } from './notices.ts'
import type { Reminders } from './reminders.ts'
import type { StoredReminder } from './reminder-store.ts'

export interface DeliveryDeps {
  reminders: Pick<Reminders, 'waiting' | 'claim' | 'delivered' | 'notDelivered' | 'isNoticeOpen'>
  /** Asked in this order; the last one is always available. */
  notifiers: readonly Notifier[]
  zone: () => string
  /** Called when a notice was surely not shown, and is due again. */
  failed: (error: unknown) => void
  report: (error: unknown) => void
  /** Milliseconds after which a notifier that has not answered is taken to have shown it. */
  timeoutMs?: number
}

export function createDelivery({ reminders, notifiers, zone, failed, report, timeoutMs = 10_000 }: DeliveryDeps) {
  let running: Promise<void> | undefined
  let again = false
  let closed = false

  async function choose(): Promise<Notifier | undefined> {
    for (const notifier of notifiers) if (await notifier.available().catch(() => false)) return notifier
    return notifiers.at(-1)
  }

  async function show(notifier: Notifier, group: readonly StoredReminder[]): Promise<void> {
    reminders.claim(group)
    const notice = noticeOf(group, zone())
    let timer: NodeJS.Timeout | undefined
    try {
      await Promise.race([notifier.show(notice), new Promise<void>((resolve) => (timer = setTimeout(resolve, timeoutMs).unref()))])
    } catch (error) {
      reminders.notDelivered(group)
      return failed(error)
    } finally {
      clearTimeout(timer)
    }
    // If this cannot be written, it stays claimed: in doubt, and not shown again.
    reminders.delivered(group, notifier.name)
    // Answered while it was on its way to the screen, when there was nothing to take away yet.
    if (!reminders.isNoticeOpen(notice.key)) notifier.withdraw?.(notice.key)
  }

  async function run(): Promise<void> {
    while (again) {
      again = false
      if (reminders.waiting().length === 0) return
      const notifier = await choose()
      if (!notifier) return
      for (;;) {
        // Read again before each: one may have been acknowledged while the one before was shown.
        const [group] = closed ? [] : reminders.waiting()
        if (!group) break
        await show(notifier, group)
      }
    }
  }

  return {
    /** Shows everything that waits; while it is at it already, it looks once more at the end. */
    deliver(): Promise<void> {
      again = true
      running ??= run()
        .catch(report)
        .finally(() => (running = undefined))
      return running
    },
    withdraw(notice: string): void {
      for (const notifier of notifiers) notifier.withdraw?.(notice)
    },
    /** Lets what is being shown end, but does not wait for a notifier that does not answer. */
    async close(): Promise<void> {
      closed = true
      again = false
      if (running) await Promise.race([running, new Promise((resolve) => setTimeout(resolve, 1000).unref())])
    },
  }
}
