// Who gets in, and what is left on the device of somebody who is not in any more.
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { stepAt, totpCode } from '../../../cloud/auth/totp.ts'
import { violations } from '../../support/browser/axe.ts'
import { useBrowser } from '../../support/browser/browser.ts'
import { addMember, newPerson, newTeam, password, prove, signIn, type TestCloud, type TestPerson, type TestTeam } from '../../support/cloud/cloud.ts'
import { builtWindow, keptForOffline, openCloudWindow, signInPage } from '../../support/cloud/cloud-window.ts'
import { unbase32 } from '../../support/base32.ts'
import { temporaryFolder } from '../../support/service/service.ts'

const visitor = useBrowser()
let cloud: TestCloud
let owner: TestPerson
let team: TestTeam
/** The built window, which a test replaces by another build. */
const folder = temporaryFolder()
beforeAll(async () => {
  cpSync(builtWindow, folder.path, { recursive: true })
  cloud = await openCloudWindow({ windowDir: folder.path })
  owner = await newPerson(cloud, 'Olga')
  team = await newTeam(cloud, owner, 'Kitchen')
  await team.call('POST', '/tasks', { title: 'Secret of the kitchen' })
})
afterAll(async () => {
  await cloud.close()
  folder.remove()
})

/** Everything that the page's origin keeps on this device, as text. */
const keptHere = (page: Page) =>
  page.evaluate(`(async () => {
    const found = [JSON.stringify(localStorage)]
    for (const { name } of await indexedDB.databases()) {
      const db = await new Promise((done) => { const asked = indexedDB.open(name); asked.onsuccess = () => done(asked.result) })
      for (const store of db.objectStoreNames) {
        found.push(JSON.stringify(await new Promise((done) => { const asked = db.transaction(store).objectStore(store).getAll(); asked.onsuccess = () => done(asked.result) })))
      }
      db.close()
    }
    return found.join()
  })()`) as Promise<string>

/** Where nothing is about the service worker: keeping all of the window for offline is half of what such a page costs. */
const light = { serviceWorkers: 'block' } as const

const phoneScreen = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }

async function enter(person: Pick<TestPerson, 'email'>, path = '/open', options: BrowserContextOptions = {}): Promise<Page> {
  const page = await visitor.open(`${cloud.url}${path}`, options)
  await signInPage(page, person.email)
  await page.getByText('Up to date').waitFor()
  return page
}

describe('who is signed in', () => {
  it('[PW1] a link survives signing in; a wrong password says so', async () => {
    const page = await visitor.open(`${cloud.url}/task/1`, light)
    await page.getByLabel('Email address').fill(owner.email)
    await page.getByLabel('Password', { exact: true }).fill('not the password')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('alert').getByText('incorrect').waitFor()
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.keyboard.press('Enter')
    await page.getByRole('textbox', { name: 'Title' }).filter({ hasText: 'Secret of the kitchen' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/task/1')
  })

  it.runIf(process.env.TANDEM_LONG)(
    '[PW1] [CL45] [PW9] [PW11] a second factor is set up in the settings; on a phone, in German, the password is set again by mail and the factor is asked for; the first window is told, and keeps nothing',
    async () => {
      const person = await newPerson(cloud, 'Fay')
      // Else the reset would be the proof of the address, which ends the second factor.
      await prove(cloud, person)
      const own = await newTeam(cloud, person, 'Attic')
      await own.call('POST', '/tasks', { title: 'Secret of the attic' })
      const page = await enter(person, '/settings/account', light)
      const form = page.locator('form').filter({ has: page.getByRole('button', { name: 'Turn on' }) })
      await form.getByLabel('Current password').fill(password)
      await form.getByRole('button', { name: 'Turn on' }).click()
      const uri = (await page.getByRole('link', { name: 'Open in the app' }).getAttribute('href')) ?? ''
      const secret = new URL(uri).searchParams.get('secret') ?? ''
      await page.getByLabel('Two-factor code').fill(totpCode(unbase32(secret), stepAt(new Date())))
      await page.getByRole('button', { name: 'Confirm' }).click()
      const codes =
        (await page
          .getByText(/^[A-Z0-9-]{6,}(\s+[A-Z0-9-]{6,})+$/)
          .first()
          .textContent()) ?? ''
      await page.getByRole('button', { name: 'I’ve saved them' }).click()
      await page.getByText('Two-factor authentication: On').waitFor()
      expect(await keptHere(page)).toContain('Secret of the attic')

      const phone = await visitor.open(cloud.url, { ...light, ...phoneScreen, locale: 'de-DE', colorScheme: 'dark' })
      await phone.getByRole('button', { name: 'Passwort vergessen?' }).tap()
      await phone.getByLabel('E-Mail-Adresse').fill(person.email)
      await phone.getByRole('button', { name: 'Link schicken' }).tap()
      await phone.getByText(`Falls es zu ${person.email} ein Konto gibt`).waitFor()
      await expect.poll(() => cloud.mails(person.email).some((mail) => mail.includes('/reset#'))).toBe(true)
      const [address] = /http\S+[/]reset#\S+/.exec(cloud.mails(person.email).join('\n')) ?? []
      await phone.goto(String(address))
      await phone.getByRole('heading', { name: 'Neues Passwort setzen' }).waitFor()
      expect(await violations(phone)).toEqual([])
      await phone.getByLabel('Neues Passwort').fill('another battery staple')
      await phone.getByRole('button', { name: 'Passwort setzen' }).tap()
      await phone.getByText('Du kannst dich jetzt anmelden').waitFor()
      await phone.getByRole('link', { name: 'Tandem öffnen' }).tap()
      await phone.getByLabel('E-Mail-Adresse').fill(person.email)
      await phone.getByLabel('Passwort', { exact: true }).fill('another battery staple')
      await phone.getByRole('button', { name: 'Anmelden', exact: true }).tap()
      await phone.getByLabel('Zwei-Faktor-Code').fill(codes.trim().split(/\s+/)[0] ?? '')
      await phone.getByRole('button', { name: 'Anmelden', exact: true }).tap()
      await phone.getByText('Secret of the attic').waitFor()

      // All other sessions end with the old password: noticed while the window stands.
      await page.getByText('Your session ended').waitFor()
      expect(await keptHere(page)).not.toContain('Secret of the attic')
    },
  )

  it.runIf(process.env.TANDEM_LONG)('[CL131] the team’s list, and what is kept of oneself, are downloaded in the settings', async () => {
    const page = await enter(owner, '/settings/data', light)
    const downloaded = async (part: string) => {
      const row = page.getByRole('link', { name: 'Download' }).and(page.locator(`[href*="${part}"]`))
      const [download] = await Promise.all([page.waitForEvent('download'), row.first().click()])
      return readFileSync(await download.path(), 'utf8')
    }
    expect(await downloaded('/teams/')).toContain('Secret of the kitchen')
    expect(await downloaded('/auth/')).toContain(owner.email)
  })

  it.runIf(process.env.TANDEM_LONG)('[CL130] an account is deleted with its password only; nothing of it stays on the device', async () => {
    const person = await newPerson(cloud, 'Gus')
    const own = await newTeam(cloud, person, 'Cellar')
    await own.call('POST', '/tasks', { title: 'Secret of the cellar' })
    const page = await enter(person, '/settings/account', light)
    await page.getByRole('button', { name: 'Delete account' }).click()
    const form = page.locator('form').filter({ has: page.getByRole('button', { name: 'Delete for good' }) })
    await form.getByLabel('Current password').fill('not the password')
    await page.keyboard.press('Enter')
    await form.getByRole('alert').filter({ hasText: 'incorrect' }).waitFor()
    expect(await violations(page)).toEqual([])
    await form.getByLabel('Current password').fill(password)
    await page.keyboard.press('Enter')
    await page.getByText('Your account has been deleted').waitFor()
    expect(await keptHere(page)).not.toContain('Secret of the cellar')
    expect((await person.call('GET', '/auth/session')).status).toBe(401)
  })

  it('[PW3] somebody of another team sees nothing, by any address', async () => {
    const stranger = await newPerson(cloud, 'Stranger')
    await newTeam(cloud, stranger, 'Elsewhere')
    const page = await enter(stranger, '/task/1', light)
    await page.getByText('There’s no task #1.').waitFor()
    await page.getByRole('navigation', { name: 'Main' }).locator('a[href="/all"]').click()
    await page.getByText('One list for you and your agents').waitFor()
    expect(await keptHere(page)).not.toContain('Secret of the kitchen')
  })

  it.runIf(process.env.TANDEM_LONG)('[PW9] what waited when the session ended is sent once the same person is back, and nobody else gets it', async () => {
    const person = await newPerson(cloud, 'Wim')
    const own = await newTeam(cloud, person, 'Cellar')
    const { id } = (await own.call('POST', '/tasks', { title: 'Secret of the cellar' })).body
    await own.call('POST', '/tasks', { title: 'Key of the vault' })
    const other = await newPerson(cloud, 'Zoe')
    await newTeam(cloud, other, 'Attic')
    const page = await visitor.open(`${cloud.url}/all/${id}`, light)
    async function writeAndLose(words: string): Promise<void> {
      await page.getByText('Secret of the cellar').first().waitFor()
      await page.getByText('Up to date').waitFor()
      await page.context().setOffline(true)
      await page.keyboard.press('m')
      await page.keyboard.insertText(words)
      await page.keyboard.press('Control+Enter')
      await page.getByRole('alert').filter({ hasText: 'One change will be sent' }).waitFor()
      await (await signIn(cloud, person.email)).call('DELETE', '/auth/sessions')
      await page.context().setOffline(false)
      await page.getByText('Your session ended').waitFor()
      await page.getByText('One unsent change is on this device').waitFor()
      expect(await keptHere(page)).not.toContain('Key of the vault')
    }
    const said = async () => {
      const { call } = await signIn(cloud, person.email)
      return (await call('GET', `/tasks/${id}/comments`, undefined, { 'X-Team-Id': own.id })).body.map(({ body }: { body: string }) => body)
    }
    await signInPage(page, person.email)
    await writeAndLose('Written underground.')
    await page.reload()
    await page.getByText('One unsent change is on this device').waitFor()
    await signInPage(page, person.email)
    await expect.poll(said).toEqual(['Written underground.'])

    if (process.env.TANDEM_LONG) {
      await writeAndLose('Never mind.')
      await page.getByRole('button', { name: 'Remove from this device' }).click()
      await page.getByText('One unsent change is').waitFor({ state: 'detached' })
      expect(await keptHere(page)).not.toMatch(/Never mind|cellar|vault/)
      await signInPage(page, person.email)
    }

    await writeAndLose('Not for others.')
    expect(await keptHere(page)).toContain('Not for others.')
    await signInPage(page, other.email)
    await page.getByRole('button', { name: /Team Attic/ }).waitFor()
    expect(await keptHere(page)).not.toMatch(/Not for others|cellar|vault/)
    expect(await said()).toEqual(['Written underground.'])
  })

  it.runIf(process.env.TANDEM_LONG)('[PW9] a removed member is told, keeps nothing of that team, and goes on in another', async () => {
    const member = await newPerson(cloud, 'Milo')
    await newTeam(cloud, member, 'Garden')
    const { id: memberId } = await addMember(cloud, team, owner, member)
    const page = await enter(member, '/open', light)
    await page.getByRole('button', { name: /^Team / }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Kitchen' }).click()
    await page.getByText('Secret of the kitchen').waitFor()
    // All of it is on the device.
    await page.getByText('Up to date').waitFor()
    await page.context().setOffline(true)
    await page.getByRole('link', { name: /Secret of the kitchen/ }).click()
    await page.getByRole('button', { name: /Status: Backlog/ }).waitFor()
    await page.keyboard.press('5')
    await page.getByRole('alert').filter({ hasText: 'One change will be sent' }).waitFor()
    await owner.call('DELETE', `/teams/${team.id}/members/${memberId}`)
    await page.context().setOffline(false)
    await page.getByRole('button', { name: /Team Garden/ }).waitFor()
    await page.getByText('One unsent change was lost.').waitFor()
    await page.getByText('You’re no longer in that team').waitFor()
    expect(await keptHere(page)).not.toContain('Secret of the kitchen')
  })
})

describe('the installed window', () => {
  it('[PW4] [PW8] can be installed, starts without a network, and its files open nothing; signing out leaves nothing on the device, in any tab', async () => {
    const page = await enter(owner)
    await keptForOffline(page)
    const manifest = (await (await fetch(`${cloud.url}/manifest.webmanifest`)).json()) as { icons: { src: string; type: string }[] }
    expect(manifest).toMatchObject({ display: 'standalone', scope: '/', start_url: '/open' })
    for (const { src, type } of manifest.icons) {
      const icon = await fetch(cloud.url + src)
      expect([src, icon.status, icon.headers.get('content-type')]).toEqual([src, 200, type])
    }
    const session = await page.context().newCDPSession(page)
    const { installabilityErrors } = await session.send('Page.getInstallabilityErrors')
    expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual([])

    await page.context().setOffline(true)
    const other = await page.context().newPage()
    await other.goto(`${cloud.url}/board`)
    await other.getByText('Secret of the kitchen').waitFor()
    await page.context().setOffline(false)
    for (const tab of [page, other]) await tab.getByText('Up to date').waitFor()

    expect(await keptHere(page)).toContain('Secret of the kitchen')
    await page.getByRole('button', { name: /Team Kitchen/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click()
    await page.getByText('You’re signed out.').waitFor()
    await other.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
    expect(await keptHere(page)).not.toContain('Secret of the kitchen')
  })

  it.runIf(process.env.TANDEM_LONG)('[PW4] another build is offered, never mixed with this one, and taken by all tabs', async () => {
    try {
      const page = await enter(owner)
      await keptForOffline(page)
      const other = await page.context().newPage()
      await other.goto(`${cloud.url}/board`)
      await other.getByRole('button', { name: /Team Kitchen/ }).waitFor()
      const build = (one: Page) => one.locator('meta[name=build]').count()

      for (const [name, from, to] of [
        ['cloud.html', '</head>', '<meta name="build" content="next"></head>'],
        ['sw.js', "const version = '", "const version = 'next"],
      ] as const) {
        const path = join(folder.path, name)
        writeFileSync(path, readFileSync(path, 'utf8').replace(from, to))
      }
      await page.evaluate('navigator.serviceWorker.getRegistration().then((one) => one.update())')
      await page.getByText('A new version of Tandem is available.').waitFor()
      await other.reload()
      await other.getByRole('button', { name: /Team Kitchen/ }).waitFor()
      expect([await build(page), await build(other)]).toEqual([0, 0])
      await page.getByRole('button', { name: 'Update now' }).click()
      await expect.poll(async () => [await build(page).catch(() => 0), await build(other).catch(() => 0)]).toEqual([1, 1])
      await page.getByRole('button', { name: /Team Kitchen/ }).waitFor()
    } finally {
      for (const name of ['cloud.html', 'sw.js']) cpSync(join(builtWindow, name), join(folder.path, name))
    }
  })

  it('[PW10] is public, and what is below /api is not opened by it', async () => {
    const html = { accept: 'text/html' }
    const page = await fetch(`${cloud.url}/task/1`, { headers: html })
    expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'no-cache'])
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(await page.text()).toContain('<meta name="tandem-home" content="cloud" />')
    const asset = /\/assets\/[^"]+\.js/.exec(await (await fetch(cloud.url)).text())?.[0]
    expect((await fetch(cloud.url + asset)).headers.get('cache-control')).toContain('immutable')
    const worker = await fetch(`${cloud.url}/sw.js`)
    expect(worker.headers.get('cache-control')).toBe('no-cache')
    const kept = await worker.text()
    expect(kept).toContain(asset as string)
    // the browser asks for a file, the server answers with its compressed form: kept is the file once
    expect(kept).not.toMatch(/[.](?:gz|br)"/)
    for (const path of ['/api', '/api/', '/api/nothing', '/api/tasks/../nothing', '/%61pi/nothing']) {
      const reply = await fetch(cloud.url + path, { headers: html })
      expect([path, reply.status, reply.headers.get('content-type')]).toEqual([path, 404, 'application/problem+json; charset=utf-8'])
    }
    expect((await fetch(`${cloud.url}/api/tasks`, { headers: html })).status).toBe(401)
    for (const [path, call] of [
      ['/tasks', team.call],
      ['/contacts', team.call],
      ['/tasks/1', team.call],
      ['/auth/session', owner.call],
      ['/teams', owner.call],
    ] as const) {
      const reply = await call('GET', path)
      expect([path, reply.status, reply.headers.get('cache-control')]).toEqual([path, 200, 'no-store'])
    }
    for (const path of ['/.built-from', '/index.html', '/cloud.html', '/../package.json', '/assets/'])
      expect([path, (await fetch(cloud.url + path)).status]).toEqual([path, 404])
  })

  it.runIf(process.env.TANDEM_LONG)(
    '[PW11] on a phone: nothing is wider than 360 px, targets are large enough, axe finds nothing; a long team name stays within the menu, and what needs the cloud says so while there is none',
    async () => {
      const person = await newPerson(cloud, 'Lotte')
      const { id } = await newTeam(cloud, person, 'The kitchen, the cellar and the garden behind the house')
      await person.call('POST', '/tasks', { title: 'Sweep' }, { 'X-Team-Id': id })
      for (const colorScheme of process.env.TANDEM_LONG ? (['light', 'dark'] as const) : (['dark'] as const)) {
        const page = await visitor.open(cloud.url, { ...phoneScreen, colorScheme })
        const look = async (what: string) => {
          const wrong = await violations(page)
          const small = await page.evaluate(`[...document.querySelectorAll('button, a[href], input')].filter((one) => {
          const { width, height } = one.getBoundingClientRect()
          return width > 0 && one.tabIndex >= 0 && height < 43.5 && getComputedStyle(one).position !== 'absolute' && !one.matches('p *, [data-row]')
        }).map((one) => one.outerHTML.slice(0, 120))`)
          const wide = await page.evaluate('document.documentElement.scrollWidth')
          expect([what, wrong, small, wide]).toEqual([what, [], [], 360])
        }
        await look('sign-in')
        await signInPage(page, person.email)
        await page.getByText('Sweep').waitFor()
        await keptForOffline(page)
        await look('inbox')
        await page
          .getByRole('button', { name: /^Team / })
          .first()
          .tap()
        const menu = await page.getByRole('menu').boundingBox()
        expect(menu && menu.x >= 0 && menu.x + menu.width <= 360).toBe(true)
        await page.goto(`${cloud.url}/settings/account`)
        await page.getByText('Sessions').waitFor()
        await look('account')
        await page.context().setOffline(true)
        await page.goto(`${cloud.url}/team`)
        await page.getByText('Can’t reach the cloud').waitFor()
        await page.context().setOffline(false)
        await page.getByText(person.email).waitFor()
      }
    },
  )
})
