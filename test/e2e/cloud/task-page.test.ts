// The page of a task in the cloud's window.
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { useBrowser } from '../../support/browser/browser.ts'
import { newPerson, newTeam, type TestCloud, type TestPerson, type TestTeam } from '../../support/cloud/cloud.ts'
import { openCloudWindow, signInPage } from '../../support/cloud/cloud-window.ts'

const visitor = useBrowser()
let cloud: TestCloud
let person: TestPerson
let team: TestTeam
beforeAll(async () => {
  cloud = await openCloudWindow()
  person = await newPerson(cloud, 'Ana')
  team = await newTeam(cloud, person, 'Kitchen')
})
afterAll(() => cloud.close())
afterEach(() => expect(visitor.problems).toEqual([]))

it.runIf(process.env.TANDEM_LONG)('[TP1] a checkbox is ticked, merged with what somebody writes at that moment, and z takes it back', async () => {
  const id = (await team.call('POST', '/tasks', { title: 'Stock', description: '- [ ] onions\n- [ ] salt' })).body.id as number
  const page = await visitor.open(`${cloud.url}/open/${id}`, { serviceWorkers: 'block' })
  await signInPage(page, person.email)
  const box = (name: string) => page.locator('[data-detail]').getByRole('checkbox', { name, exact: true })
  const description = async () => (await team.call('GET', `/tasks/${id}`)).body.description
  let theirs: string | undefined = '- [ ] onions\n- [x] salt\n- [ ] rice'
  await page.route(`**/api/tasks/${id}`, async (route) => {
    if (route.request().method() === 'PATCH' && theirs !== undefined) {
      await team.call('PATCH', `/tasks/${id}`, { description: theirs })
      theirs = undefined
    }
    await route.continue()
  })
  await box('onions').click()
  await expect.poll(description).toBe('- [x] onions\n- [x] salt\n- [ ] rice')
  await expect.poll(() => box('rice').count()).toBe(1)
  await page.keyboard.press('z')
  await expect.poll(description).toBe('- [ ] onions\n- [x] salt\n- [ ] rice')
  // The browser reports the answer to the version that was behind.
  visitor.problems.splice(0)
})

it.runIf(process.env.TANDEM_LONG)('[TP2] [TP3] a link by uid has the number that the task has here, and completing writes one', async () => {
  const other = (await team.call('POST', '/tasks', { title: 'Pepper mill' })).body
  const id = (await team.call('POST', '/tasks', { title: 'Season', description: `After [#99](/task/${other.uid}) and #${other.id}.` })).body.id as number
  const page = await visitor.open(`${cloud.url}/open/${id}`, { serviceWorkers: 'block' })
  await signInPage(page, person.email)
  const detail = page.locator('[data-detail]')
  await expect.poll(() => detail.getByRole('link', { name: `#${other.id}`, exact: true }).count()).toBe(2)
  const field = detail.getByRole('textbox', { name: 'Leave a comment…' })
  await field.focus()
  await page.keyboard.type('see #pepper')
  await detail.getByRole('option', { name: /Pepper mill/ }).waitFor()
  await page.keyboard.press('Enter')
  expect(await field.inputValue()).toBe(`see [#${other.id}](/task/${other.uid}) `)
})

it.runIf(process.env.TANDEM_LONG)('[TP4] one’s own comment is edited, ticked and deleted, and z takes it back', async () => {
  const id = (await team.call('POST', '/tasks', { title: 'Menu' })).body.id as number
  await team.call('POST', `/tasks/${id}/comments`, { body: 'by a program' })
  const page = await visitor.open(`${cloud.url}/open/${id}`, { serviceWorkers: 'block' })
  await signInPage(page, person.email)
  const detail = page.locator('[data-detail]')
  const bodies = async () => (await team.call('GET', `/tasks/${id}/comments`)).body.map(({ body }: { body: string }) => body)
  const field = detail.getByRole('textbox', { name: 'Leave a comment…' })
  await field.fill('- [ ] soup')
  await field.press('Control+Enter')
  await detail.getByRole('checkbox', { name: 'soup' }).click()
  await expect.poll(bodies).toEqual(['by a program', '- [x] soup'])
  await page.keyboard.press('z')
  await expect.poll(bodies).toEqual(['by a program', '- [ ] soup'])
  await detail.getByRole('button', { name: 'Options for the comment by Ana' }).click()
  await page.getByRole('menuitem', { name: 'Edit comment' }).click()
  await detail.getByRole('textbox', { name: 'Edit comment' }).fill('Soup')
  await page.keyboard.press('Control+Enter')
  await expect.poll(bodies).toEqual(['by a program', 'Soup'])
  await detail.getByText('edited', { exact: true }).waitFor()
  await detail.getByRole('button', { name: 'Options for the comment by Ana' }).click()
  await page.getByRole('menuitem', { name: 'Delete comment' }).click()
  await expect.poll(bodies).toEqual(['by a program'])
  await page.keyboard.press('z')
  await expect.poll(bodies).toEqual(['by a program', 'Soup'])
})
