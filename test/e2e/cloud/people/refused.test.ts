// What a full team has no room for, in the list of a connected desktop.
import { afterAll, afterEach, expect, it } from 'vitest'
import { violations } from '../../../support/browser/axe.ts'
import { useBrowser } from '../../../support/browser/browser.ts'
import { startWindow } from '../../../support/browser/window.ts'
import { newPerson, newTeam, openCloud } from '../../../support/cloud/cloud.ts'
import { giveTeam } from '../../../support/operator/operator.ts'

const cloud = await openCloud()
const desktop = await startWindow({ syncTimes: { firstRetry: 50, maxRetry: 200 } })
const visitor = useBrowser()
afterAll(async () => {
  await desktop.stop()
  await cloud.close()
})
afterEach(() => expect(visitor.problems).toEqual([]))

it('[OP47] a write beyond a quota says why and what to do in the person’s language', async () => {
  const team = await newTeam(cloud, await newPerson(cloud, 'Ana'), 'Backstube')
  await giveTeam(cloud.database, team, { quota_tasks: 2 })
  const me = desktop.as('person')
  for (const title of ['Mehl bestellen', 'Ofen prüfen', 'Kasse zählen']) await me.createTask({ body: { title } })
  await me.connectRemote({ body: { url: cloud.url, token: team.token, team_id: team.id } })
  await expect.poll(async () => (await me.readRemote()).refused).toBe(1)
  const page = await visitor.open(`${desktop.url}/settings/cloud`, { locale: 'de-DE' })
  const why = 'Das Team kann 2 Aufgaben haben. Lösche welche, die niemand mehr braucht, oder wende dich an den Betreiber dieser Cloud.'
  await page.getByText(why).waitFor()
  expect(await page.getByText('The team has').count()).toBe(0)
  expect(await violations(page)).toEqual([])
})
