// Conversations that became tasks: where a task came from, what is not sure, and the way back to whoever asked.
import type { LocalStage } from './local-stages.ts'
import { everywhere, type Shot } from './shot.ts'
import { goTo, tick } from './fixed-clock.ts'

const team = 'team@example.org'
const thread = [
  {
    from: 'Lena Brandt <lena@example.org>',
    sent_at: '2026-11-19T15:12:00Z',
    body: 'Hello,\n\nsince the update our invoices carry the year 2025. Could you have a look before Monday? The accountants close the month then.\n\nKind regards\nLena\n-- \nLena Brandt, Data partners\n+49 30 901821',
  },
  {
    from: 'Jo Park <jo@example.org>',
    sent_at: '2026-11-20T08:40:00Z',
    body: 'Same here, three customers called this morning.\n\n> since the update our invoices carry the year 2025.\n> Could you have a look before Monday?',
  },
]

export async function fillWithMail({ as }: LocalStage): Promise<{ task: number; done: number }> {
  const mail = as('person')
  const take = async (external_id: string, subject: string, messages: { from: string; sent_at: string; body: string }[]) => {
    tick()
    const taken = await mail.takeInConversation({
      body: {
        source: 'email',
        external_id,
        subject,
        messages: messages.map((one, n) => ({ ...one, external_id: `<${external_id}-${n}@example.org>`, to: [team] })),
      },
    })
    return taken.task_ids[0] ?? 0
  }
  goTo(90)
  for (const title of ['Renew the certificate of the mail gateway', 'Write the release notes', 'Order a second label printer']) {
    tick()
    await mail.createTask({ body: { title } })
  }
  goTo(60)
  const done = await take('door', 'The door of the hall does not close', [
    {
      from: 'Mika Kern <mika@example.org>',
      sent_at: '2026-11-18T09:05:00Z',
      body: 'The door of the hall does not close since the storm. It is cold in there.\n\nMika',
    },
  ])
  await mail.updateTask({ params: { id: done }, body: { status: 'done' } })
  goTo(30)
  const task = await take('invoice', 'Invoice shows the wrong year', thread)
  await mail.updateTask({ params: { id: task }, body: { status: 'todo', priority: 'high', labels: ['billing'] } })
  goTo(12)
  await take('news', 'Ten tips for your accounts', [
    {
      from: 'Ledger Weekly <news@letters.example>',
      sent_at: '2026-11-20T10:10:00Z',
      body: 'This week: ten tips for the end of the year, and what to keep in which drawer.\n\nUnsubscribe: https://letters.example/u',
    },
  ])
  goTo(0)
  return { task, done }
}

export function mailShots(mail: () => LocalStage & { task: number; done: number }): Shot[] {
  return [
    {
      name: 'messages',
      stage: mail,
      path: () => `/open/${mail().task}`,
      sizes: everywhere,
      async prepare(page) {
        await page.getByRole('tab', { name: /Messages/ }).click()
        await page.getByText('three customers called').last().waitFor()
      },
    },
    {
      name: 'reply',
      stage: mail,
      path: () => `/done/${mail().done}`,
      sizes: everywhere,
      prepare: (page) => page.getByRole('complementary', { name: 'Draft a reply' }).waitFor(),
    },
    { name: 'review-mail', stage: mail, path: '/review', sizes: everywhere, prepare: (page) => page.getByText('It looks like a newsletter.').waitFor() },
  ]
}
