// What a connected list does for its team beside keeping in step: mails become tasks, and phones are told.
import type { TakeInMail } from '../conversations/take-in-mail.ts'
import type { Db } from '../db/open.ts'
import type { Journal } from '../journal/journal.ts'
import type { ReminderDeps } from '../reminders/reminders.ts'
import type { Schedules } from '../schedules/schedules.ts'
import type { CloudLink } from '../sync/transport/cloud-link.ts'
import type { OnTeamEvent } from '../sync/pull/dispatch-team-events.ts'
import { createMailFeed } from '../sync/mailbox/mail-feed.ts'
import { createMailLinks } from '../sync/mailbox/mail-links.ts'
import { createNotices } from '../sync/mailbox/team-notices.ts'
import { createNoticeStore } from '../sync/state/notice-store.ts'
import { createReminderPushes } from '../sync/mailbox/reminder-pushes.ts'

export interface TeamFeedDeps {
  db: Db
  journal: Journal
  schedules: Pick<Schedules, 'get'>
  takeIn: TakeInMail
  now: () => Date
  report: (error: unknown) => void
  /** The connection, while there is one that works. */
  link: () => CloudLink | undefined
  teamId: () => string | undefined
  /** null: the cloud does not have it yet; undefined: it is gone here. */
  cloudIdOf: (taskId: number) => number | null | undefined
  /** What a person has to know changed. */
  changed: () => void
}

export interface TeamFeed {
  onEvent: OnTeamEvent
  problem: () => string | null
  /** The state of the connection changed: what waits may go now. */
  flush: () => void
  /** What happens here: reminders that fire, and what became of a mail that nobody was sure about. */
  heard: { fired: NonNullable<ReminderDeps['fired']>; mailDecided: () => void }
  /** The connection ended, or is to another team. */
  forget: () => void
  close: () => Promise<void>
}

export function openTeamFeed({ db, journal, schedules, takeIn, now, report, link, teamId, cloudIdOf, changed }: TeamFeedDeps): TeamFeed {
  const notices = createNotices({ store: createNoticeStore(db), link, cloudIdOf, now, report })
  const links = createMailLinks({ takeIn, journal, link, now, report })
  const feed = createMailFeed({ teamId, takeIn, notices, journal, changed, report })
  return {
    onEvent: feed.take,
    problem: feed.problem,
    flush() {
      void notices.flush()
      links.flush()
    },
    heard: { fired: createReminderPushes({ teamId, uidOf: (taskId, id) => schedules.get(taskId, id).uid, notices, now }), mailDecided: links.changed },
    forget() {
      feed.reset()
      notices.clear()
      links.forget()
    },
    close: async () => void (await Promise.all([notices.close(), links.close()])),
  }
}
