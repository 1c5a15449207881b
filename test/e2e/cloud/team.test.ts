// The team's screens in the cloud: an owner and somebody they invite, each in a browser of their own.
import type { Page } from 'playwright-core'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { signed } from '../../support/service/as-person.ts'
import { allViolations, violations } from '../../support/browser/axe.ts'
import { useBrowser } from '../../support/browser/browser.ts'
import { addMember, newPerson, newTeam, password, prove, signIn, type TestPerson, type TestTeam } from '../../support/cloud/cloud.ts'
import { openCloudWindow } from '../../support/cloud/cloud-window.ts'
import { connectMailbox, openGmail } from '../../support/mail/mail-stand-ins.ts'
import { androidToken, iosToken } from '../../support/push/push-cloud.ts'
import { openAs } from '../../support/service/signed-in.ts'
import { tooSmall } from '../../support/browser/touch.ts'
import { startWindow } from '../../support/browser/window.ts'

const gmail = await openGmail()
const cloud = await openCloudWindow({ email: { gmail: gmail.config, microsoft: undefined } })
const visitor = useBrowser()
const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }

afterEach(() => expect(visitor.problems).toEqual([]))
afterAll(async () => {
  await cloud.close()
  await gmail.close()
})

interface Kitchen {
  ana: TestPerson
  team: TestTeam
  task: { id: number }
  members: () => Promise<{ id: string; email: string; role: string; status: string }[]>
}

async function newKitchen(): Promise<Kitchen> {
  const ana = await newPerson(cloud, 'Ana')
  const team = await newTeam(cloud, ana, 'Kitchen')
  const { body: task } = await team.call('POST', '/tasks', { title: 'Sharpen the knives' })
  return { ana, team, task, members: async () => (await ana.call('GET', `/teams/${team.id}/members`)).body }
}

const add = (by: TestPerson, team: TestTeam, person: TestPerson, role: string) => addMember(cloud, team, by, person, role)
const row = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text })
const focused = (page: Page) => page.evaluate<string>("document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent")
const chooseRole = async (page: Page, name: string, role: string) => {
  await page.getByRole('button', { name: `Role of ${name}` }).click()
  await page.getByRole('menuitemcheckbox', { name: role }).click()
}

describe('members', () => {
  test('[TM1] [TM2] somebody is invited, comes in, becomes admin and member again; what each may not do is not offered', async () => {
    const { ana, team, members } = await newKitchen()
    const email = `bo-${process.pid}-${team.id.slice(-6)}@example.org`
    const page = await openAs(visitor, cloud, ana, '/team/members')
    await page.getByText('It’s just you so far').waitFor()
    await page.getByLabel('Email address').fill('no address')
    await page.keyboard.press('Enter')
    await page.getByText('Enter an email address, like ana@example.org').waitFor()
    await page.getByLabel('Email address').fill(email)
    await page.keyboard.press('Enter')
    await row(page, email).getByText('Invited', { exact: true }).waitFor()
    await row(page, email)
      .getByText(/link expires/)
      .waitFor()
    await expect.poll(() => cloud.mails(email).length).toBe(1)
    await row(page, email).getByRole('button', { name: 'Resend' }).click()
    await expect.poll(() => cloud.mails(email).length).toBe(2)

    const unknown = await newPerson(cloud, 'Bo', email)
    await prove(cloud, unknown)
    const bo = await signIn(cloud, email)
    const other = await openAs(visitor, cloud, bo, '/team/members')
    await row(other, 'Ana').waitFor()
    await other.getByText('Only admins and owners can change members. Ask Ana').waitFor()
    expect(await other.getByRole('button', { name: /^Role of|Invite|Options for/ }).count()).toBe(0)
    expect(await other.getByRole('link', { name: 'API tokens' }).count()).toBe(0)
    await other.goto(`${cloud.url}/team/tokens`)
    await other.getByText('Only admins and owners can see the team’s tokens').waitFor()
    await other.locator('main nav a[href="/team/team"]').click()
    await other.getByRole('button', { name: 'Leave team' }).waitFor()
    expect(await other.getByRole('button', { name: /Delete|Save/ }).count()).toBe(0)

    // Seen without reloading.
    await chooseRole(page, 'Bo', 'Admin')
    await expect.poll(async () => (await members()).find((one) => one.email === email)).toMatchObject({ role: 'admin', status: 'active' })
    await other.getByRole('link', { name: 'Members' }).click()
    await other.getByRole('button', { name: 'Role of Bo' }).waitFor()
    expect(await other.getByRole('button', { name: 'Role of Ana' }).count()).toBe(0)
    await other.getByRole('link', { name: 'API tokens' }).waitFor()

    const role = async () => (await members()).find((one) => one.email === email)?.role
    await page.keyboard.press('z')
    await expect.poll(role).toBe('member')
    await page.getByRole('status').getByText('Undone: Bo: Admin').waitFor()
    await page.keyboard.press('Shift+Z')
    await expect.poll(role).toBe('admin')
    await page.getByRole('button', { name: 'Undo: Bo: Admin' }).last().click()
    await expect.poll(role).toBe('member')
  })

  test.runIf(process.env.TANDEM_LONG)(
    '[CL25] [CL26] [CL44] [CL49] the confirmation asks for a password; an invitation says in words how to sign in; who has an account is asked and joins or declines',
    async () => {
      const { ana, team, members } = await newKitchen()
      const email = `cy-${process.pid}-${team.id.slice(-6)}@example.org`
      await cloud.call('POST', '/auth/sign-up', { email, password: 'of whoever came first', name: 'Cy' })
      const linkTo = async (page: string) => {
        const mail = () => cloud.mails(email).findLast((text) => text.includes(`/${page}#`))
        await expect.poll(mail, { timeout: 20_000 }).toBeDefined()
        return new RegExp(`/${page}#token=\\S+`).exec(mail() as string)?.[0] as string
      }
      const page = await visitor.open(`${cloud.url}${await linkTo('verify')}`)
      await page.getByLabel('Password').fill(' '.repeat(10))
      await page.getByRole('button', { name: 'Confirm' }).click()
      await page.getByText('not counting spaces').waitFor()
      await page.getByLabel('Password').fill(password)
      await page.getByLabel('Your name').fill('Cy')
      await page.getByRole('button', { name: 'Confirm' }).click()
      await page.getByText('Address confirmed. You can sign in now.').waitFor()

      const cy = await signIn(cloud, email)
      await newTeam(cloud, cy, 'Garden')
      await ana.call('POST', `/teams/${team.id}/members`, { email })
      await page.goto(`${cloud.url}${await linkTo('invitation')}`)
      await page.getByRole('link', { name: 'Sign in and join' }).waitFor()

      const known = await openAs(visitor, cloud, cy, '/open')
      await known.getByText('You’re invited to the team “Kitchen”.').waitFor()
      expect((await members()).find((one) => one.email === email)?.status).toBe('invited')
      await known.getByRole('button', { name: 'Join the team Kitchen' }).click()
      await known.getByRole('status').getByRole('button', { name: /^Open/ }).click()
      await known.getByRole('button', { name: /^Team Kitchen/ }).waitFor()
      expect((await members()).find((one) => one.email === email)).toMatchObject({ status: 'active', role: 'member' })

      const attic = await newTeam(cloud, ana, 'Attic')
      await ana.call('POST', `/teams/${attic.id}/members`, { email })
      await known.reload()
      await known.getByRole('button', { name: 'Decline the invitation to Attic' }).click()
      await known.getByText('Declined the invitation to “Attic”').waitFor()
      expect((await ana.call('GET', `/teams/${attic.id}/members`)).body).toHaveLength(1)
    },
  )

  test.runIf(process.env.TANDEM_LONG)(
    '[TM3] what cannot be undone takes two steps, and Escape keeps everything; the last owner stays; a team is renamed and back, and deleted with seven days to keep it',
    async () => {
      const { ana, team, members } = await newKitchen()
      const [bo, cy] = [await newPerson(cloud, 'Bo'), await newPerson(cloud, 'Cy')]
      for (const one of [bo, cy]) await add(ana, team, one, 'member')
      const page = await openAs(visitor, cloud, ana, '/team/team')
      await page.getByText('You’re the only owner').waitFor()
      expect(await page.getByRole('button', { name: 'Leave team' }).count()).toBe(0)
      await page.getByRole('button', { name: 'Go to Members' }).click()
      const removal = async () => {
        await page.getByRole('button', { name: 'Options for Cy' }).click()
        await page.getByRole('menuitem', { name: 'Remove from team' }).click()
        await page.getByText('Remove Cy? Their API tokens stop working right away').waitFor()
      }
      await removal()
      // The keyboard stands on what changes nothing.
      await expect.poll(() => focused(page)).toBe('Cancel')
      await page.keyboard.press('Escape')
      expect(await page.getByText('Their API tokens stop working right away').count()).toBe(0)
      expect(await members()).toHaveLength(3)
      await removal()
      await page.getByRole('button', { name: 'Remove', exact: true }).click()
      await expect.poll(async () => (await members()).length).toBe(2)
      await page.getByText('Removed Cy from the team').waitFor()
      await page.keyboard.press('z')
      await page.getByText('This can’t be undone: Removed Cy from the team').waitFor()

      await page.getByRole('button', { name: 'Options for Bo' }).click()
      await page.getByRole('menuitem', { name: 'Transfer ownership' }).click()
      await page.getByRole('button', { name: 'Transfer', exact: true }).click()
      const roles = async () => Object.fromEntries((await members()).map((one) => [one.email, one.role]))
      await expect.poll(roles).toEqual({ [ana.email]: 'admin', [bo.email]: 'owner' })

      // Bo makes an owner of Ana, whose window does not know that Bo is no owner any more when she leaves: a refusal says why.
      const anaId = (await members()).find((one) => one.email === ana.email)?.id
      const boId = (await members()).find((one) => one.email === bo.email)?.id
      await bo.call('PATCH', `/teams/${team.id}/members/${anaId}`, { role: 'owner' })
      await page.route('**/api/events/stream', (route) => route.abort())
      await page.goto(`${cloud.url}/team/team`)
      await page.getByRole('button', { name: 'Leave team' }).click()
      await bo.call('PATCH', `/teams/${team.id}/members/${boId}`, { role: 'admin' })
      await page.getByRole('button', { name: 'Leave', exact: true }).click()
      await page.getByText('A team needs an owner, and this is the last one').waitFor()
      expect(await roles()).toEqual({ [ana.email]: 'owner', [bo.email]: 'admin' })
      await page.unroute('**/api/events/stream')

      const name = async () => (await ana.call('GET', `/teams/${team.id}`)).body.name
      await page.getByLabel('Team name').fill('Bakery')
      await page.getByRole('button', { name: 'Save' }).click()
      await expect.poll(name).toBe('Bakery')
      await page
        .getByRole('button', { name: /^Undo: / })
        .last()
        .click()
      await expect.poll(name).toBe('Kitchen')
      await page.getByRole('button', { name: 'Delete team' }).click()
      await page.getByRole('group', { name: 'Delete in seven days' }).getByRole('button', { name: 'Delete in seven days' }).click()
      const goes = page.getByRole('status').filter({ hasText: 'The team “Kitchen” will be deleted' })
      await goes.waitFor()
      const ends = async () => (await ana.call('GET', `/teams/${team.id}`)).body.deletes_at
      expect(await ends()).not.toBeNull()
      expect(await violations(page)).toEqual([])
      await goes.getByRole('button', { name: 'Keep the team' }).click()
      await goes.waitFor({ state: 'detached' })
      expect(await ends()).toBeNull()
    },
  )
})

test.runIf(process.env.TANDEM_LONG)('[TM4] a token is shown once, works, and ends at the moment it is revoked', async () => {
  const { ana, team } = await newKitchen()
  const page = await openAs(visitor, cloud, ana, '/team/tokens')
  await page.getByLabel('What it’s for').fill('laptop')
  await page.keyboard.press('Enter')
  await page.getByText('You won’t be able to see it again').waitFor()
  const [value = '', forDesktop = '', curl = ''] = await page.locator('pre').allTextContents()
  expect(value).toMatch(/^tdm_\w+$/)
  for (const text of [forDesktop, curl]) for (const part of [cloud.url, value, team.id]) expect(text).toContain(part)
  const status = async () => (await fetch(`${cloud.url}/api/tasks`, { headers: { authorization: `Bearer ${value}`, 'x-team-id': team.id } })).status
  expect(await status()).toBe(200)
  await page.getByRole('button', { name: 'I’ve copied it' }).click()
  const one = row(page, 'laptop')
  await one.getByText(`tdm_…${value.slice(-4)}`).waitFor()
  expect(await page.content()).not.toContain(value)
  await one.getByRole('button', { name: 'Revoke laptop' }).click()
  await page.getByText('This can’t be undone').waitFor()
  await page.getByRole('button', { name: 'Cancel' }).click()
  expect(await status()).toBe(200)
  await one.getByRole('button', { name: 'Revoke laptop' }).click()
  await page.getByRole('button', { name: 'Revoke', exact: true }).click()
  await expect.poll(status).toBe(401)
  await one.waitFor({ state: 'detached' })
})

test.runIf(process.env.TANDEM_LONG)('[TM4] [CL106] an agent’s token says whose it is, and so does what is written with it', async () => {
  const { ana } = await newKitchen()
  const page = await openAs(visitor, cloud, ana, '/team/tokens')
  await page.getByLabel('What it’s for').fill('build machine')
  await page.getByText('One agent').click()
  await page.getByText('It can’t use another name').waitFor()
  expect(await page.getByRole('button', { name: 'Create token' }).isDisabled()).toBe(true)
  await page.getByLabel('Name of the agent').fill('claude')
  await page.getByText('In 30 days').click()
  await page.getByRole('button', { name: 'Create token' }).click()
  await page.getByText('You won’t be able to see it again').waitFor()
  const [value = '', curl = '', ...more] = await page.locator('pre').allTextContents()
  expect([more, curl]).toEqual([[], expect.stringContaining('curl')])
  await page.getByRole('button', { name: 'I’ve copied it' }).click()
  await row(page, 'build machine').getByText('only as claude').waitFor()
  await row(page, 'build machine').getByText('expires in 30 days').waitFor()
  // [CL123] One that has to ask says so, as what holds for its agent does.
  await page.getByLabel('What it’s for').fill('careful one')
  await page.getByText('One agent').click()
  await page.getByLabel('Name of the agent').fill('claude')
  await page.getByText('Ask first').click()
  await page.getByRole('button', { name: 'Create token' }).click()
  await page.getByRole('button', { name: 'I’ve copied it' }).click()
  await row(page, 'careful one').getByText('Asks first: Add tasks, Change tasks').waitFor()
  // Whatever else it may, a reply to somebody outside is a person's to send.
  await row(page, 'build machine').getByText('Asks first: Send email replies', { exact: true }).waitFor()
  const teamId = /X-Team-Id: (\S+)'/.exec(curl)?.[1] as string
  const as = { authorization: `Bearer ${value}`, 'x-team-id': teamId }
  await cloud.call('POST', '/tasks', { title: 'Bake rolls' }, as)
  await page.goto(`${cloud.url}/activity`)
  await page.getByText('with Ana’s API token “build machine”').waitFor()
})

test.runIf(process.env.TANDEM_LONG)('[TM5] a mailbox is connected in a tab of its own, says when it is cut off, and is disconnected', async () => {
  const { ana, team } = await newKitchen()
  const page = await openAs(visitor, cloud, ana, '/team/email')
  await page.getByText('No mailboxes yet').waitFor()
  // The operator has not configured this one: no tab is left behind.
  await page.getByRole('button', { name: 'Connect Microsoft 365' }).click()
  await page.getByText('has not set up Microsoft 365').waitFor()
  await expect.poll(() => page.context().pages().length).toBe(1)
  const [tab] = await Promise.all([page.context().waitForEvent('page'), page.getByRole('button', { name: 'Connect Gmail' }).click()])
  await tab.getByText('Connected. You can close this window.').waitFor()
  await tab.close()
  await page.bringToFront()
  await page.getByText('Connected', { exact: true }).waitFor({ timeout: 30_000 })
  // The person changes the password at the provider, and the next look fails.
  gmail.oauth.withdraw()
  await team.call('GET', '/email/messages?history_id=1')
  await page.reload()
  await page.getByText('Access expired').waitFor()
  await page.getByRole('button', { name: 'Reconnect' }).waitFor()
  await page.getByRole('button', { name: `Disconnect ${gmail.address}` }).click()
  await page.getByRole('button', { name: 'Disconnect', exact: true }).last().click()
  await page.getByText('No mailboxes yet').waitFor()
  expect((await ana.call('GET', '/email/oauth/tokens', undefined, { 'x-team-id': team.id })).body).toEqual([])
})

test.runIf(process.env.TANDEM_LONG)(
  '[TM9] what one is told of, on which device; [TM10] what became of it, in words; [TM8] a device is removed in two steps',
  async () => {
    const { ana, team, task } = await newKitchen()
    const { body: device } = await ana.call('POST', '/devices', { platform: 'ios', token: iosToken(), name: 'Pocket' })
    await ana.call('POST', '/devices', { platform: 'android', token: androidToken(), name: 'Desk' })
    const rows = async () => (await ana.call('GET', '/notifications/preferences')).body
    const page = await openAs(visitor, cloud, ana, '/team/notifications')
    const box = (name: RegExp) => page.getByRole('checkbox', { name })
    await box(/New comment: All/).uncheck()
    await expect.poll(rows).toEqual([{ event: 'comment.created', device_id: null, enabled: false }])
    await expect.poll(() => box(/New comment: Desk/).isChecked()).toBe(false)
    await box(/New comment: Pocket/).check()
    await box(/New comment: Pocket, differs from All/).waitFor()
    await expect.poll(rows).toEqual([
      { event: 'comment.created', device_id: null, enabled: false },
      { event: 'comment.created', device_id: device.id, enabled: true },
    ])
    await box(/New comment: All/).check()
    await expect.poll(async () => (await rows()).filter((one: { device_id: unknown }) => one.device_id === null)).toEqual([])
    await box(/New comment: All/).uncheck()
    await expect.poll(async () => (await rows()).length).toBe(2)

    await team.call('POST', '/notifications/send', { event: 'comment.created', task_id: task.id, title: 'New' })
    await page.reload()
    await page.getByText('Desk: turned off in preferences').waitFor()
    await page.getByText('Pocket: this platform isn’t set up').waitFor()

    await page.getByRole('link', { name: 'Devices' }).click()
    for (const name of ['Desk', 'Pocket']) {
      await row(page, name)
        .getByText(/last seen/)
        .waitFor()
      await page.getByRole('button', { name: `Remove ${name}` }).click()
      await page.getByText('It gets no more notifications until').waitFor()
      await page.getByRole('button', { name: 'Remove', exact: true }).last().click()
      await row(page, name).waitFor({ state: 'detached' })
    }
    await page.getByText('No devices yet').waitFor()
    expect((await ana.call('GET', '/devices')).body).toEqual([])
  },
)

describe('in a connected desktop', async () => {
  const desktop = await startWindow()
  test.runIf(process.env.TANDEM_LONG)('[TM12] the pages show what a token may read, and lead into the browser for the rest', async () => {
    const { ana, team, task } = await newKitchen()
    await add(ana, team, await newPerson(cloud, 'Bo'), 'admin')
    await team.call('POST', '/notifications/send', { event: 'task.created', task_id: task.id, title: 'New' })
    await ana.call('POST', '/devices', { platform: 'ios', token: iosToken(), name: 'Pocket' })
    await team.call('POST', '/notifications/send', { event: 'task.created', task_id: task.id, title: 'New' })
    const connected = await fetch(`${desktop.url}/remote`, {
      method: 'PUT',
      headers: signed(desktop.url, { 'content-type': 'application/json', 'x-actor': 'person' }),
      body: JSON.stringify({ url: cloud.url, token: team.token, team_id: team.id }),
    })
    expect(connected.status).toBe(200)
    const page = await visitor.open(`${desktop.url}/open`)
    await page.getByRole('link', { name: 'Team', exact: true }).click()
    await row(page, 'Bo').getByText('Admin').last().waitFor()
    expect(await page.getByRole('button', { name: /^Role of|Invite|Options for/ }).count()).toBe(0)
    for (const part of ['API tokens', 'Devices', 'Notifications']) {
      await page.getByRole('link', { name: part }).click()
      const out = page.getByRole('link', { name: 'Open in browser' })
      await out.waitFor()
      expect(await out.getAttribute('href')).toBe(`${cloud.url}/team/${part === 'API tokens' ? 'tokens' : part.toLowerCase()}`)
    }
    await page.getByText('Ana, iPhone or iPad: this platform isn’t set up').waitFor()
    await page.getByRole('link', { name: 'Email' }).click()
    await page.getByText('No mailboxes yet').waitFor()
    expect(await page.getByRole('button', { name: /Connect/ }).count()).toBe(0)
  })
})

describe('each page', () => {
  const parts = ['members', 'tokens', 'email', 'devices', 'notifications', 'team']

  /** One for all: nothing of it is changed here. */
  let fullTeam: Promise<TestPerson> | undefined
  const full = () => (fullTeam ??= fill())
  async function fill(): Promise<TestPerson> {
    const { ana, team, task } = await newKitchen()
    await add(ana, team, await newPerson(cloud, 'Bo'), 'admin')
    await ana.call('POST', `/teams/${team.id}/members`, { email: 'somebody.with.a.long.name@a-very-long-company-name.example.org' })
    await ana.call('POST', '/devices', { platform: 'ios', token: iosToken(), name: 'Pocket' })
    await team.call('POST', '/notifications/send', { event: 'task.created', task_id: task.id, title: 'New' })
    await connectMailbox(cloud.url, { ...ana.as, 'x-team-id': team.id })
    return ana
  }
  const shown = (page: Page) =>
    page
      .locator('main section')
      .getByText(/Ana|Pocket|Your role|Inbox@/)
      .filter({ visible: true })
      .first()
      .waitFor()
  async function go(page: Page, part: string): Promise<void> {
    const link = page.locator(`main nav a[href="/team/${part}"]`)
    await link.click()
    await page.getByRole('heading', { name: await link.innerText(), level: 2, exact: true }).waitFor()
    await shown(page)
  }

  test.runIf(process.env.TANDEM_LONG)('[TM11] works by keyboard, and has no axe violation, in light and dark', async () => {
    const page = await openAs(visitor, cloud, await full(), '/open')
    await page.keyboard.press('g')
    await page.keyboard.press('m')
    await page.getByRole('heading', { name: 'Members', level: 2 }).waitFor()
    await page.getByRole('link', { name: 'API tokens' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Revoke test' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('group', { name: 'Revoke' }).waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => focused(page)).toBe('Revoke test')

    for (const [index, part] of parts.entries()) {
      await go(page, part)
      // Another theme is nothing but colours: each page in one of them, with TANDEM_LONG in both.
      const schemes = process.env.TANDEM_LONG ? (['light', 'dark'] as const) : ([index % 2 ? 'dark' : 'light'] as const)
      for (const [at, colorScheme] of schemes.entries()) {
        await page.emulateMedia({ colorScheme })
        expect(await allViolations(page, at > 0 ? ['color-contrast'] : undefined), `${part}, ${colorScheme}`).toEqual([])
      }
    }
  })

  test.runIf(process.env.TANDEM_LONG)('[TM11] fits 360 px, with targets of 44 px', async () => {
    const page = await openAs(visitor, cloud, await full(), '/team', phone)
    for (const part of parts) {
      await go(page, part)
      expect(await page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth'), part).toBe(true)
      const { seen, small } = await tooSmall(page, 'main button, main nav a, main label:has(input[type=checkbox])')
      expect(seen, part).toBeGreaterThan(0)
      expect(small, part).toEqual([])
    }
  })
})
