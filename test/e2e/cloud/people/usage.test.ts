// How full the team is, and what a person sees of a write for which it has no room: in a browser of the cloud.
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { violations } from '../../../support/browser/axe.ts'
import { useBrowser } from '../../../support/browser/browser.ts'
import { tooSmall } from '../../../support/browser/touch.ts'
import { newPerson, newTeam, type TestCloud, type TestPerson, type TestTeam } from '../../../support/cloud/cloud.ts'
import { openCloudWindow } from '../../../support/cloud/cloud-window.ts'
import { givePerson, giveTeam } from '../../../support/operator/operator.ts'
import { openAs } from '../../../support/service/signed-in.ts'

const visitor = useBrowser()
const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }
let cloud: TestCloud
let ana: TestPerson
let team: TestTeam
beforeAll(async () => {
  cloud = await openCloudWindow()
  ana = await newPerson(cloud, 'Ana')
  team = await newTeam(cloud, ana, 'Kitchen')
  for (let n = 1; n <= 4; n++) await team.call('POST', '/tasks', { title: `Task ${n}`, status: 'todo', triage: null })
})
afterAll(() => cloud.close())
afterEach(() => expect(visitor.problems).toEqual([]))

const setQuota = (which: 'tasks' | 'daily_events', value: number | null) => giveTeam(cloud.database, team, { [`quota_${which}`]: value })
const meter = (page: Page, name: string) => page.getByRole('meter', { name })

describe('Usage', () => {
  it('[OP42] shows each quota in words, warns from 80 %, and says what to do when one is full', async () => {
    const page = await openAs(visitor, cloud, ana, '/team/usage')
    await meter(page, 'Tasks').waitFor()
    expect(await meter(page, 'Tasks').getAttribute('aria-valuetext')).toBe('4 of 1,000,000, 0%')
    expect(await page.getByText(/Almost full|^Full/).count()).toBe(0)
    await page.getByText(/^By everyone, including agents\. Starts over at \d+:\d\d/).waitFor()
    await setQuota('tasks', 5)
    await setQuota('daily_events', 1)
    await page.reload()
    await page.getByText('Almost full: 1 left.').waitFor()
    expect(await meter(page, 'Tasks').getAttribute('aria-valuetext')).toBe('4 of 5, 80%')
    await page.getByText(/^Full for today\. You can still delete and finish tasks; everything else works again from .* ask whoever runs this cloud/).waitFor()
    expect(await violations(page)).toEqual([])
    const german = await openAs(visitor, cloud, ana, '/team/usage', { ...phone, locale: 'de-DE', colorScheme: 'dark' })
    await german.getByText('Fast voll: noch 1 frei.').waitFor()
    await german.getByText(/^Für heute voll\. .* wende dich an den Betreiber dieser Cloud\.$/).waitFor()
    expect(await german.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
    expect((await tooSmall(german, 'main a, main button')).small).toEqual([])
    expect(await violations(german)).toEqual([])
    await setQuota('tasks', null)
    await setQuota('daily_events', null)
  })
})

describe('Settings → Account', () => {
  it('[OP46] shows a person’s own limits, warns from 80 %, says what to do at the end, and that it could not be read', async () => {
    const bo = await newPerson(cloud, 'Bo')
    const own = await newTeam(cloud, bo, 'Garden')
    for (const name of ['Laptop', 'Phone', 'Worker']) await bo.call('POST', `/teams/${own.id}/tokens`, { name })
    const page = await openAs(visitor, cloud, bo, '/settings/account')
    await meter(page, 'Teams you own').waitFor()
    expect(await meter(page, 'API tokens and agents').getAttribute('aria-valuetext')).toMatch(/^4 of [\d,]{3,}, /)
    expect(await page.getByText(/Almost at the limit|Limit reached/).count()).toBe(0)
    await givePerson(cloud.database, bo, { quota_teams: 1, quota_tokens: 5 })
    await page.reload()
    await page.getByText('Almost at the limit: 1 left.').waitFor()
    expect(await meter(page, 'API tokens and agents').getAttribute('aria-valuetext')).toBe('4 of 5, 80%')
    expect(await meter(page, 'Teams you own').getAttribute('aria-valuetext')).toBe('1 of 1, 100%')
    await page.getByText(/^Limit reached\. Delete a team .* ask whoever runs this cloud\.$/).waitFor()
    expect(await violations(page)).toEqual([])
    const german = await openAs(visitor, cloud, bo, '/settings/account', { ...phone, locale: 'de-DE', colorScheme: 'dark' })
    await german.getByText('Fast am Limit: noch 1 frei.').waitFor()
    await german.getByText(/^Limit erreicht\. Lösche ein Team/).waitFor()
    expect(await german.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
    expect(await violations(german)).toEqual([])
    await givePerson(cloud.database, bo, { quota_teams: 0, quota_tokens: 5 })
    await page.reload()
    await page.getByText('The limit is 0. For more, ask whoever runs this cloud.').waitFor()
    const cut = await openAs(visitor, cloud, bo, '/settings/account', {
      prepare: async (one) => void (await one.route('**/api/auth/usage', (route) => route.abort())),
    })
    await cut.getByText(/^Couldn’t load your limits\./).waitFor()
  })
})

describe('a full team', () => {
  it('[OP41] what is written stays on the device and is said, over a reload; it goes once somebody makes room, or tries again', async () => {
    await setQuota('tasks', 4)
    const page = await openAs(visitor, cloud, ana, '/all')
    const banner = page.getByRole('alert').filter({ hasText: 'only on this device' })
    const titles = async () => ((await team.call('GET', '/tasks')).body as { title: string }[]).map(({ title }) => title)
    const sent: string[] = []
    page.on('request', (request) => request.method() === 'POST' && request.url().endsWith('/api/tasks') && sent.push(request.url()))
    await page.getByText('Task 1').waitFor()
    await page.keyboard.press('c')
    await page.keyboard.type('Buy a whetstone')
    await page.keyboard.press('Enter')
    await banner.getByText('The team can have 4 tasks.').waitFor()
    await page.getByText('Buy a whetstone').first().waitFor()
    expect(await violations(page)).toEqual([])
    await page.reload()
    await banner.waitFor()
    await page.getByText('Buy a whetstone').first().waitFor()
    // Once by the page that wrote it, once by the one that came after it.
    expect(sent).toHaveLength(2)
    await banner.getByRole('button', { name: 'Try again' }).click()
    await expect.poll(() => sent.length).toBe(3)
    await banner.waitFor()
    await setQuota('tasks', 5)
    await banner.getByRole('button', { name: 'Try again' }).click()
    await expect.poll(titles).toContain('Buy a whetstone')
    await banner.waitFor({ state: 'detached' })
    expect(sent).toHaveLength(4)
  })
})
