// A real cloud with a team in it, on a PostgreSQL of its own; mailbox and phones are stand-ins at the wire.
import type { BrowserContext, Page } from 'playwright-core'
import { password, type TestCloud, type TestPerson, type TestTeam } from '../../test/support/cloud/cloud.ts'
import { openCloudWindow } from '../../test/support/cloud/cloud-window.ts'
import { type Gmail, openGmail } from '../../test/support/mail/mail-stand-ins.ts'
import { openPushServices } from '../../test/support/push/push-cloud.ts'
import { type Cable, openCable } from '../../test/support/cloud/cable.ts'
import setupPostgres from '../../test/support/cloud/postgres-setup.ts'
import { connectDevices, foundBakery, writeTasks } from './bakery.ts'
import type { Stage } from './shot.ts'
import { goTo } from './fixed-clock.ts'

export interface CloudStage extends Stage {
  cloud: TestCloud
  cable: Cable
  gmail: Gmail
  ana: TestPerson
  jo: TestPerson
  team: TestTeam
  /** The task with comments. */
  main: number
  /** Someone's browser, signed in. */
  as(person: Pick<TestPerson, 'email'>): Stage
  remove(): Promise<void>
}

/** Each signs in once: a list of sessions is short. */
function signedInBrowsers(url: string): CloudStage['as'] {
  const cookies = new Map<string, Parameters<BrowserContext['addCookies']>[0]>()
  return ({ email }) => ({
    url,
    async enter(page: Page) {
      const known = cookies.get(email)
      if (known) return page.context().addCookies(known)
      const reply = await page.request.post(`${url}/api/auth/sign-in`, { data: { email, password } })
      if (!reply.ok()) throw new Error(`sign-in: ${reply.status()} ${await reply.text()}`)
      cookies.set(email, await page.context().cookies())
    },
  })
}

export async function openCloudStage(): Promise<CloudStage> {
  const removePostgres = setupPostgres()
  const [gmail, phones] = [await openGmail(), await openPushServices()]
  goTo(60 * 24 * 30)
  const cloud = await openCloudWindow({ email: { gmail: gmail.config, microsoft: undefined }, push: phones.config, version: '1.0.0' })
  const cable = await openCable(cloud.url)
  const bakery = await foundBakery(cloud)
  const main = await writeTasks(bakery)
  const team = await connectDevices(cloud, bakery, main)
  const as = signedInBrowsers(cloud.url)
  const { ana, jo } = bakery
  return {
    ...as(ana),
    cloud,
    cable,
    gmail,
    ana,
    jo,
    team,
    main,
    as,
    async remove() {
      await cable.close()
      await cloud.close()
      await gmail.close()
      await phones.close()
      await removePostgres?.()
    },
  }
}
