// The cloud's entrance: signing in and up, the second factor, teams.
import type { Page } from 'playwright-core'
import { stepAt, totpCode } from '../../cloud/auth/totp.ts'
import { unbase32 } from '../../test/support/base32.ts'
import { newPerson, newTeam, password, prove, type TestPerson } from '../../test/support/cloud/cloud.ts'
import type { CloudStage } from './cloud-stage.ts'
import { everywhere, type Shot } from './shot.ts'

const signIn = async (page: Page, email: string, word = password) => {
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(word)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

export function entranceShots(stage: () => CloudStage): Shot[] {
  let careful: TestPerson | undefined
  let alone: TestPerson | undefined
  /** Somebody with an account, whom the bakery has invited; undefined when they were there before. */
  async function guest(name: string, email: string): Promise<TestPerson | undefined> {
    if (guests.has(email)) return undefined
    guests.add(email)
    const person = await newPerson(stage().cloud, name, email)
    await prove(stage().cloud, person)
    await stage().ana.call('POST', `/teams/${stage().team.id}/members`, { email })
    return person
  }
  const guests = new Set<string>()
  const outside = () => ({ url: stage().url })
  return [
    { name: 'sign-in', stage: outside, path: '/open', sizes: everywhere, prepare: (page) => page.getByLabel('Email address').waitFor() },
    {
      name: 'sign-in-refused',
      stage: outside,
      path: '/open',
      async prepare(page) {
        await signIn(page, 'ana@example.org', 'not this password')
        await page.getByRole('alert').waitFor()
      },
    },
    { name: 'sign-up', stage: outside, path: '/#sign-up', sizes: everywhere, prepare: (page) => page.getByLabel('Your name').waitFor() },
    {
      name: 'second-factor',
      stage: outside,
      path: '/open',
      sizes: everywhere,
      async before() {
        if (careful) return
        careful = await newPerson(stage().cloud, 'Fay Ito', 'fay@example.org')
        await newTeam(stage().cloud, careful, 'Attic')
        const { body } = await careful.call('POST', '/auth/totp', { password })
        await careful.call('POST', '/auth/totp/confirm', { code: totpCode(unbase32(body.secret), stepAt(new Date())) })
      },
      async prepare(page) {
        await signIn(page, 'fay@example.org')
        await page.getByLabel('Two-factor code').waitFor()
      },
    },
    {
      name: 'password-forgotten',
      stage: outside,
      path: '/open',
      async prepare(page) {
        await page.getByRole('button', { name: 'Forgot your password?' }).click()
        await page.getByRole('button', { name: 'Send link' }).waitFor()
      },
    },
    {
      name: 'first-team',
      stage: () => stage().as({ email: 'nora@example.org' }),
      path: '/open',
      sizes: everywhere,
      before: async () => void (alone ??= await newPerson(stage().cloud, 'Nora Quist', 'nora@example.org')),
      prepare: (page) => page.getByText('isn’t confirmed yet').waitFor(),
    },
    {
      name: 'first-team-invited',
      stage: () => stage().as({ email: 'otto@example.org' }),
      path: '/open',
      sizes: everywhere,
      before: () => guest('Otto Veit', 'otto@example.org'),
      prepare: (page) => page.getByRole('button', { name: 'Join the team Bakery North' }).waitFor(),
    },
    {
      name: 'invited',
      stage: () => stage().as({ email: 'pia@example.org' }),
      path: '/open',
      sizes: everywhere,
      before: async () => {
        const pia = await guest('Pia Sander', 'pia@example.org')
        if (pia) await newTeam(stage().cloud, pia, 'Garden')
      },
      prepare: (page) => page.getByRole('button', { name: 'Join the team Bakery North' }).waitFor(),
    },
    { name: 'confirm-address', stage: outside, path: '/verify#token=x', sizes: everywhere, prepare: (page) => page.getByLabel('Password').waitFor() },
    {
      name: 'invitation-page',
      stage: outside,
      path: '/invitation#token=x',
      sizes: everywhere,
      async prepare(page) {
        await page.getByRole('button', { name: 'Join' }).click()
        await page.getByText('You’re not signed in').waitFor()
      },
    },
    {
      name: 'team-switch',
      stage,
      path: '/open',
      sizes: everywhere,
      async prepare(page) {
        await page.getByText('Oven two').first().waitFor()
        await page
          .getByRole('button', { name: /^Team / })
          .first()
          .click()
        await page.getByRole('menuitemcheckbox', { name: 'Market stall' }).waitFor()
      },
    },
    {
      name: 'account-calendar',
      stage,
      path: '/settings/account',
      sizes: everywhere,
      async prepare(page) {
        await page.getByRole('button', { name: 'Create address' }).click()
        await page.getByText('Subscribe to this address').waitFor()
        await page.getByRole('heading', { name: 'Calendar', exact: true }).scrollIntoViewIfNeeded()
      },
      async after(page) {
        await page.getByRole('button', { name: /^Revoke the address/ }).click()
        await page.getByText('Calendar address revoked').waitFor()
      },
    },
    {
      name: 'account-limits',
      stage,
      path: '/settings/account',
      sizes: everywhere,
      async prepare(page) {
        await page.getByRole('meter').first().waitFor()
        await page.getByRole('heading', { name: 'Your limits' }).scrollIntoViewIfNeeded()
      },
    },
    {
      name: 'account',
      stage,
      path: '/settings/account',
      sizes: everywhere,
      async prepare(page) {
        await page.getByText('Sessions').waitFor()
        const form = page.locator('form').filter({ has: page.getByRole('button', { name: 'Turn on' }) })
        await form.getByLabel('Current password').fill(password)
        await form.getByRole('button', { name: 'Turn on' }).click()
        await page.getByRole('link', { name: 'Open in the app' }).waitFor()
      },
    },
  ]
}
