// The team's pages, as its owner sees them in the cloud, and what a connected desktop shows of them.
import { connectMailbox } from '../../test/support/mail/mail-stand-ins.ts'
import type { CloudStage } from './cloud-stage.ts'
import type { LocalStage } from './local-stages.ts'
import { everywhere, type Shot } from './shot.ts'

export function teamShots(stage: () => CloudStage, desktop: () => LocalStage): Shot[] {
  const page_ = (part: string, text: string | RegExp): Shot => ({
    name: `team-${part}`,
    stage,
    path: `/team/${part}`,
    sizes: everywhere,
    prepare: (page) => page.locator('main').getByText(text).first().waitFor(),
  })
  return [
    page_('members', 'lena@example.org'),
    {
      name: 'team-remove',
      stage,
      path: '/team/members',
      async prepare(page) {
        await page.getByRole('button', { name: 'Options for Jo Park' }).click()
        await page.getByRole('menuitem', { name: 'Remove from team' }).click()
        await page.getByText('Remove Jo Park?').waitFor()
      },
    },
    { ...page_('members', 'Only admins and owners can change members'), name: 'team-as-member', stage: () => stage().as(stage().jo), sizes: ['wide'] },
    page_('tokens', 'Ana’s laptop'),
    {
      name: 'team-token-once',
      stage,
      path: '/team/tokens',
      sizes: everywhere,
      async prepare(page) {
        await page.getByLabel('What it’s for').fill('Mika’s laptop')
        await page.keyboard.press('Enter')
        await page.getByText('You won’t be able to see it again').waitFor()
      },
      async after() {
        const { ana, team } = stage()
        for (const { id, name } of (await ana.call('GET', `/teams/${team.id}/tokens`)).body as { id: string; name: string }[])
          if (name.startsWith('Mika')) await ana.call('DELETE', `/teams/${team.id}/tokens/${id}`)
      },
    },
    {
      name: 'team-webhooks',
      stage,
      path: '/team/webhooks',
      sizes: everywhere,
      async before() {
        const { ana, team } = stage()
        // Nobody is there: the name leads nowhere.
        const made = await ana.call('POST', `/teams/${team.id}/webhooks`, { url: 'https://hooks.bakery.invalid/tandem' })
        await ana.call('POST', `/teams/${team.id}/webhooks/${made.body.id}/test`)
      },
      async prepare(page) {
        await page.getByText('failing, first').waitFor()
        await page.getByRole('button', { name: 'Deliveries' }).click()
        await page.getByText('webhook.test').waitFor()
      },
      async after(page) {
        await page.getByRole('button', { name: /^Delete the webhook/ }).click()
        await page.getByRole('group', { name: 'Delete' }).getByRole('button', { name: 'Delete' }).click()
        await page.getByText('No webhooks yet').waitFor()
      },
    },
    page_('email', 'Connected'),
    {
      name: 'team-email-cut-off',
      stage,
      path: '/team/email',
      sizes: everywhere,
      async before() {
        stage().gmail.oauth.withdraw()
        await stage().team.call('GET', '/email/messages?history_id=1')
      },
      prepare: (page) => page.getByText('Access expired').waitFor(),
      async after() {
        await connectMailbox(stage().url, { ...stage().ana.as, 'x-team-id': stage().team.id })
      },
    },
    page_('devices', 'Kitchen tablet'),
    page_('notifications', 'Delivery log'),
    page_('usage', 'Changes today'),
    page_('team', 'Delete team'),
    {
      name: 'team-in-desktop',
      stage: desktop,
      path: '/team/members',
      before: () => connect(desktop(), stage()),
      prepare: (page) => page.locator('main').getByText('Mika Kern').waitFor(),
    },
  ]
}

export async function connect(desktop: LocalStage, { cable, team }: CloudStage, token = team.token): Promise<void> {
  await desktop.as('person').connectRemote({ body: { url: cable.url, token, team_id: team.id } })
  for (;;) {
    const { state } = await desktop.as('person').readRemote()
    if (state === 'synced') return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
