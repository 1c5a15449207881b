// One call can fail while the connection stands: then nobody says that it is back.
import { expect, it, onTestFinished } from 'vitest'
import { until } from '../../support/until.ts'
import { temporaryFolder } from '../../support/service/service.ts'
import { join } from 'node:path'
import { openDatabase } from '../../../electron/service/db/open.ts'
import { createNoticeStore } from '../../../electron/service/sync/state/notice-store.ts'
import { LinkError } from '../../../electron/service/sync/transport/link-error.ts'
import { createMailLinks } from '../../../electron/service/sync/mailbox/mail-links.ts'
import { createNotices } from '../../../electron/service/sync/mailbox/team-notices.ts'

/** The first call gets no answer. */
function openLink() {
  const calls: string[] = []
  const call = async (method: string, path: string) => {
    calls.push(`${method} ${path}`)
    if (calls.length === 1) throw new LinkError('unreachable', 'The cloud took too long to respond.')
    return {} as never
  }
  return { calls, link: () => ({ call }) as never }
}
const report = (error: unknown) => expect.fail(String(error))

it('[WK3] what the team is to be told is told all the same', async () => {
  const folder = temporaryFolder()
  const db = openDatabase(join(folder.path, 'tandem.db'))
  onTestFinished(() => {
    db.close()
    folder.remove()
  })
  const { calls, link } = openLink()
  const notices = createNotices({ store: createNoticeStore(db), link, cloudIdOf: () => 7, now: () => new Date(), report, retryAfter: 10 })
  notices.put({ key: 'team:mail:a', event: 'task.created', task_id: 1, title: 'Mend the lamp', body: null })
  await notices.flush()
  await until('it to be told', () => calls.length === 2 && db.prepare('SELECT count(*) FROM remote_notices').pluck().get() === 0)
  await notices.close()
})

it('so is which tasks came of a mail', async () => {
  const { calls, link } = openLink()
  const links = [{ message_id: 'a', task_id: 1 }]
  const takeIn = { linksSince: () => [{ mailbox: 'ana@example.org', links }][Symbol.iterator]() } as never
  const mailLinks = createMailLinks({ takeIn, journal: { onCommit: () => () => undefined }, link, now: () => new Date(), report, retryAfter: 10 })
  mailLinks.flush()
  await until('it to be told', () => calls.length === 2)
  await mailLinks.close()
})
