// What came by mail survives export and import: the messages, which task came from which, and that it came from outside.
import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mail, message, openTalks, type Talks } from '../../support/mail/conversations.ts'
import { run, temporaryFolder } from '../../support/imports.ts'
import { connectHttp } from '../../support/mcp/mcp-clients.ts'

const folder = temporaryFolder()
let from: Talks
let to: Talks
beforeAll(async () => {
  from = await openTalks()
  to = await openTalks()
})
afterAll(async () => {
  await from.close()
  await to.close()
  folder.remove()
})

const exported = async (list: Talks, name: string) => {
  expect(await run('export', '--out', folder.file(name), '--url', list.url)).toMatchObject({ code: 0 })
  return readFileSync(folder.file(`${name}/tandem.jsonl`), 'utf8')
}
/** The same without the program and its folder. */
const content = async (list: Talks) => (await fetch(`${list.url}/export`)).text()
const withoutImport = (lines: string) => lines.split('\n').filter((line) => !line.includes('"type":"contact"'))

test('[I3] [I4] conversations, messages and origins come back, as text from outside, and once', async () => {
  const zephyr = mail('Zephyrine lamp is broken', [
    message('The zephyrine lamp in room 7 flickers all day.', { to: ['Team <team@example.org>'] }),
    message('Still flickering.\n\n> The zephyrine lamp in room 7', { external_id: null }),
  ])
  const first = (await from.takeIn(zephyr)).body
  const nowhere = (await from.takeIn(mail('Forgotten note', message('A note about a quokka.')))).body
  const doomed = (await from.takeIn(mail('Doomed wombat', message('Please wash the wombat.')))).body
  await from.ask('DELETE', `/tasks/${nowhere.outcomes[0]?.task_id}`)
  await from.ask('DELETE', `/conversations/${doomed.id}`)
  const lines = await exported(from, 'one')
  expect(readdirSync(folder.file('one/conversations'))).toEqual([`0001-zephyrine-lamp-is-broken.md`, `0002-forgotten-note.md`])
  expect(readFileSync(folder.file('one/conversations/0001-zephyrine-lamp-is-broken.md'), 'utf8')).toMatch(
    /^---\nid: 1\n[^]*tasks:\n {2}- 1\n---\n\n# Zephyrine lamp is broken\n\n### Ana Silva <ana@example.org>, [^]*\n\nStill flickering.\n$/,
  )

  expect(await run('import', folder.file('one'), '--url', to.url, '--dry-run')).toMatchObject({ code: 0, out: expect.stringContaining(', 0 refused') })
  expect(await to.conversations()).toEqual([])
  expect(await run('import', folder.file('one'), '--url', to.url)).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^9 imported, 0 already here, 0 refused/),
  })
  expect(await content(to)).toBe(lines)
  const again = await run('import', folder.file('one'), '--url', to.url)
  expect(again.out).toMatch(/^0 imported, 9 already here, 0 refused/)
  expect(await content(to)).toBe(lines)

  const id = first.outcomes[0]?.task_id as number
  expect(await to.origins(id)).toEqual(await from.origins(id))
  expect((await to.conversation(first.id)).messages).toEqual((await from.conversation(first.id)).messages)
  expect(await to.search('zephyrine')).toEqual([id])
  // The same mail again is known, and one more is added to its task.
  expect((await to.takeIn(zephyr)).body).toMatchObject({ id: first.id, new_messages: 0 })
  expect((await to.takeIn({ ...zephyr, messages: [message('It is dark now.')] })).body.outcomes).toMatchObject([{ outcome: 'updated', task_id: id }])
  // To agents it is what it was before.
  const [there, here] = await Promise.all([connectHttp('legacy', from.url, 'claude'), connectHttp('legacy', to.url, 'claude')])
  try {
    const titles = await Promise.all([there, here].map(async (agent) => JSON.stringify((await agent.call('list_tasks', {})).answer)))
    for (const seen of titles) expect(seen).toMatch(/outside text \w+ from email ana@example\.org/)
  } finally {
    await there.close()
    await here.close()
  }
})

test.runIf(process.env.TANDEM_LONG)('[I1] [I4] a list that took the same mail in itself takes over what it lacks, and nothing twice', async () => {
  const other = await openTalks()
  try {
    const talk = mail('Marmot fence', [message('The marmot fence has a hole.')])
    const more = message('There are two holes.')
    await from.takeIn(talk)
    await from.takeIn({ ...talk, messages: [more] })
    const own = (await other.takeIn(talk)).body
    await exported(from, 'three')
    const { out } = await run('import', folder.file('three'), '--url', other.url)
    expect(out).toContain('refused')
    const conversations = await other.conversations()
    expect(conversations.filter(({ subject }) => subject === 'Marmot fence')).toMatchObject([{ id: own.id, message_count: 2 }])
    const before = withoutImport(await content(other))
    expect((await run('import', folder.file('three'), '--url', other.url)).out).toMatch(/^0 imported/)
    expect(withoutImport(await content(other))).toEqual(before)
  } finally {
    await other.close()
  }
})

test('[I2] what belongs to nothing here is refused with that reason', async () => {
  const uid = (n: number) => `00000000-0000-7000-8000-00000000000${n}`
  const said = { from: 'a@example.org', sent_at: '2026-01-01T00:00:00Z', body: 'x', conversation_uid: uid(1) }
  const origin = { role: 'created', extracted_by: 'rules', task_uid: uid(2), conversation_uid: uid(1) }
  const reply = await to.ask<{ results: { outcome: string; reason: string }[] }>('POST', '/import', {
    source: 'test',
    records: [
      { external_id: 'm', message: said },
      { external_id: 'o', origin },
      { external_id: 'both', conversation: { source: 'email' }, message: said },
      { external_id: 'c', conversation: { source: 'email', uid: uid(1) } },
      { external_id: 'late', origin },
      { external_id: 'odd', message: { ...said, sent_at: '0001-01-01T00:00:00+14:00' } },
    ],
  })
  expect(reply.body.results.map(({ outcome, reason }) => `${outcome}: ${reason}`)).toEqual([
    'refused: its conversation is not in this list; import that first',
    'refused: its conversation is not in this list; import that first',
    'refused: send one of task, contact, conversation, message, origin, list',
    'imported: null',
    'refused: its task is not in this list; import that first',
    expect.stringContaining('refused: sent_at must be between the years'),
  ])
})
