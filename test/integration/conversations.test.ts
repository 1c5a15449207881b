// Conversations become tasks, by rules, over a real service without models.
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mail, message, openTalks, type Talks } from '../support/mail/conversations.ts'
import type { Proposal } from '../../shared/schema/proposal.ts'
import { upload } from '../support/attachments.ts'
import { rebuild } from '../support/fuzz/replay.ts'

let talks: Talks
beforeAll(async () => {
  talks = await openTalks()
})
afterAll(() => talks.close())

const first = async (conversation: ReturnType<typeof mail>) => {
  const taken = (await talks.takeIn(conversation)).body
  return { taken, id: taken.outcomes[0]?.task_id as number }
}

describe('[V1] a mail', () => {
  it('becomes one task with its requester, its date and where it came from', async () => {
    const reply = await talks.takeIn(
      mail(
        'Re: AW: Projector bulb for room 7',
        message('Hello,\n\nplease order a new bulb by 1 March 2099, 17:00.\n\nAna\n-- \nACME', { from: 'Ana Silva <Ana@Example.org>' }),
      ),
    )
    expect(reply.status).toBe(201)
    expect(reply.headers.get('location')).toBe(`/conversations/${reply.body.id}`)
    expect(reply.body).toMatchObject({
      message_count: 1,
      new_messages: 1,
      extraction: { by: 'rules', model: null, fallback: null },
      outcomes: [{ outcome: 'created' }],
    })
    const id = reply.body.outcomes[0]?.task_id as number
    expect(await talks.task(id)).toMatchObject({
      title: 'Projector bulb for room 7',
      description: 'Hello,\n\nplease order a new bulb by 1 March 2099, 17:00.\n\nAna',
      status: 'backlog',
      requesters: ['ana-silva'],
    })
    expect((await talks.contacts()).find((contact) => contact.slug === 'ana-silva')).toMatchObject({ name: 'Ana Silva', email: 'ana@example.org' })
    expect(await talks.origins(id)).toMatchObject([{ id: reply.body.id, subject: 'Re: AW: Projector bulb for room 7', role: 'created', extracted_by: 'rules' }])
    expect((await talks.history()).filter((entry) => entry.task_id === id).map(({ entity, actor }) => `${entity} ${actor.kind} ${actor.name}`)).toEqual([
      'task email ana@example.org',
      'origin email ana@example.org',
    ])
  })

  it('with a date soon reminds of it', async () => {
    const friday = new Date(Date.now() + 10 * 86_400_000)
    const words = `${friday.getUTCDate()} ${friday.toLocaleString('en', { month: 'long', timeZone: 'UTC' })} ${friday.getUTCFullYear()}`
    const { id } = await first(mail('Quarterly figures', message(`Met you on 3 May 2019. Please send them by ${words}, 16:30.`)))
    expect(await talks.schedules(id)).toMatchObject([{ type: 'one_time', fire_at: expect.stringContaining(friday.toISOString().slice(0, 10)) }])
    const { id: none } = await first(mail('Old minutes', message('We met on 3 May 2019 for 3 days; see chapter 9 and version 2.10.3.')))
    expect(await talks.schedules(none)).toEqual([])
  })

  it('[AT13] brings its files: where the text shows them, else below; a reply adds its own', async () => {
    const [a, b] = ['a'.repeat(64), 'b'.repeat(64)]
    const link = (hash: string, name: string) => `[${name}](/attachments/${hash}/${name})`
    const begun = mail(
      'Pictures for the catalogue',
      message('Look: [cid:lamp@1]\n\nPlease print these pictures.', {
        attachments: [
          { hash: a, name: 'lamp.png', content_id: 'lamp@1' },
          { hash: b, name: 'bill.pdf' },
        ],
      }),
    )
    const { id } = await first(begun)
    const { description } = await talks.task(id)
    expect(description).toContain(`Look: ${link(a, 'lamp.png')}`)
    expect(description).toContain(link(b, 'bill.pdf'))
    expect(description?.indexOf(link(b, 'bill.pdf'))).toBeGreaterThan(description?.indexOf('print') as number)
  })

  describe('[V50] with an invitation', () => {
    const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
    const calendar = (days: number, method = 'REQUEST', more = '') =>
      `BEGIN:VCALENDAR\r\nMETHOD:${method}\r\nBEGIN:VEVENT\r\nUID:${days}\r\nSUMMARY:Kickoff of the harbour\r\nLOCATION:Hall 7\r\nDTSTART:${day(days).replaceAll('-', '')}T080000Z\r\n${more}END:VEVENT\r\nEND:VCALENDAR\r\n`
    const invites = async (text: string, subject: string, more: Parameters<typeof mail>[2] = {}) => {
      const { hash } = (await upload(talks.url, 'invite.ics', text)).body
      return first(mail(subject, message('Let us begin.', { attachments: [{ hash, name: 'invite.ics' }] }), more))
    }

    it('is offered as a task that is due then, and nothing is made before a yes', async () => {
      const { taken } = await invites(calendar(20), 'Invitation: Kickoff @ 8:00')
      expect(taken.outcomes).toMatchObject([{ outcome: 'proposed', task_id: null, why: expect.stringMatching(/invitation/) }])
      const { result } = (await talks.ask<Proposal>('POST', `/proposals/${taken.outcomes[0]?.proposal_id}/accept`)).body
      const { task_id } = result as { task_id: number }
      const task = await talks.task(task_id)
      expect(task).toMatchObject({ title: 'Kickoff of the harbour', due: `${day(20)}T08:00:00.000Z`, requesters: ['ana-silva'] })
      expect(task.description).toMatch(/Let us begin.*invite\.ics.*Where: Hall 7/s)
      expect(await talks.schedules(task_id)).toEqual([])
    })

    it('that is called off is told where it was made a task; one of the past, an answer, or a broken one is a mail like any other', async () => {
      const thread = { external_id: 'harbour festival' }
      const { taken } = await invites(calendar(21), 'Invitation: Festival', thread)
      const { result } = (await talks.ask<Proposal>('POST', `/proposals/${taken.outcomes[0]?.proposal_id}/accept`)).body
      const { taken: off } = await invites(calendar(21, 'CANCEL'), 'Canceled: Festival', thread)
      expect(off.outcomes).toMatchObject([{ outcome: 'updated', task_id: (result as { task_id: number }).task_id }])
      const ends = [calendar(-3), calendar(22, 'REPLY'), calendar(23).slice(0, 60), calendar(24).padEnd(300_000, ' ')]
      for (const [n, text] of ends.entries())
        expect((await invites(text, `Order the ${['tents', 'lamps', 'chairs', 'ropes'][n]}`)).taken.outcomes).toMatchObject([{ outcome: 'created' }])
    })
  })

  it('in HTML is read as text', async () => {
    const { id } = await first(mail('Broken lamp', message('<div>It <b>flickers</b>.<script>x()</script></div><blockquote>old</blockquote>')))
    expect((await talks.task(id)).description).toBe('It flickers.')
  })

  it('[V51] is also of those who are in copy, unless they are many, machines, or the mailbox itself', async () => {
    const cc = ['Bo Lind <bo@example.com>', 'bo@example.com', 'noreply@example.com', 'Team <Team@example.org>', 'ana@example.org', 'a name']
    const inCopy = (subject: string, more: string[]) => mail(subject, message('Please.', { cc: more }), { external_id: `imap:team@example.org:<${subject}>` })
    const { id } = await first(inCopy('Ladder for the loft', cc))
    expect((await talks.task(id)).requesters).toEqual(['ana-silva', 'bo-lind'])
    expect((await talks.contacts()).find(({ slug }) => slug === 'bo-lind')).toMatchObject({ email: 'bo@example.com' })
    const many = Array.from({ length: 11 }, (_, n) => `person${n}@example.com`)
    const { id: other } = await first(inCopy('Shelf for the cellar', many))
    expect((await talks.task(other)).requesters).toEqual(['ana-silva'])
  })

  it('[V51] that went to many is asked about, in whatever language', async () => {
    const { taken } = await first(mail('Sommerware', message('Jetzt zugreifen!', { bulk: true })))
    expect(taken.outcomes).toMatchObject([{ outcome: 'proposed', why: 'It looks like a newsletter.' }])
  })

  it('from a known address is from that contact; two of one name are two', async () => {
    await talks.ask('POST', '/contacts', { name: 'Dr. Eva Braun-Schmidt', email: 'EVA@example.org' })
    const { id } = await first(mail('Key for the lab', message('Please.', { from: 'eva <eva@example.org>' })))
    expect((await talks.task(id)).requesters).toEqual(['dr-eva-braun-schmidt'])
    const { id: other } = await first(mail('Chair for the kitchen', message('Please.', { from: 'Ana Silva <ana.silva@example.net>' })))
    expect((await talks.task(other)).requesters).toEqual(['ana-silva-2'])
  })
})

describe('[V2] the same again', () => {
  it('changes nothing, whoever sends it and however often at once', async () => {
    const conversation = mail('Window in the hall', [message('It does not close.'), message('Still not.')])
    const replies = await Promise.all([talks.takeIn(conversation), talks.takeIn(conversation), talks.takeIn(conversation)])
    expect(replies.map((reply) => reply.status).toSorted((a, b) => a - b)).toEqual([200, 200, 201])
    expect(new Set(replies.map((reply) => reply.body.id)).size).toBe(1)
    const seq = (await talks.read<{ journal: number }>('/health')).journal
    const again = await talks.takeIn(conversation)
    expect([again.status, again.body.new_messages, again.body.extraction.by]).toEqual([200, 0, 'none'])
    expect((await talks.read<{ journal: number }>('/health')).journal).toBe(seq)
    expect((await talks.tasks()).filter((task) => task.title === 'Window in the hall')).toHaveLength(1)
  })

  it('without ids is recognised by what it says', async () => {
    const one = message('The tap drips in room 12.', { external_id: null })
    const a = await talks.takeIn(mail('Tap', one, { external_id: null }))
    const b = await talks.takeIn(mail('Tap', one, { external_id: null }))
    expect([a.status, b.status, b.body.id]).toEqual([201, 200, a.body.id])
    const c = await talks.takeIn(mail('Tap', [one, message('And it is loud.', { external_id: null })], { external_id: null }))
    expect([c.body.id, c.body.new_messages]).toEqual([a.body.id, 1])
    expect((await talks.takeIn(mail('Tap', one, { source: 'slack', external_id: null }))).body.id).not.toBe(a.body.id)
  })

  it('with an Idempotency-Key answers the same', async () => {
    const conversation = mail('Coffee machine', message('It leaks oil.'))
    const a = await talks.takeIn(conversation, { 'Idempotency-Key': 'talk-1' })
    const b = await talks.takeIn(conversation, { 'Idempotency-Key': 'talk-1' })
    expect([b.headers.get('idempotent-replayed'), b.status]).toEqual(['true', 201])
    expect(b.body).toEqual(a.body)
  })
})

describe('[V3] a reply', () => {
  it('is a comment of its sender on the task of its thread', async () => {
    const conversation = mail('Parking permit', message('I need one.'))
    const { id } = await first(conversation)
    const answer = message('Which colour?\n\nOn Monday Ana wrote:\n> I need one.', { from: 'Ben <ben@example.org>' })
    const reply = await talks.takeIn({ ...conversation, subject: 'Re: Parking permit', messages: [...conversation.messages, answer] })
    expect(reply.body).toMatchObject({ new_messages: 1, outcomes: [{ outcome: 'updated', task_id: id }] })
    expect(await talks.comments(id)).toMatchObject([{ body: 'Which colour?', author: { kind: 'email', name: 'ben@example.org' } }])
    expect((await talks.task(id)).requesters).toEqual(['ana-silva'])
  })

  it('that is only an absence is kept and changes nothing', async () => {
    const conversation = mail('Visitor badge', message('For Tuesday, please.'))
    const { id } = await first(conversation)
    const reply = await talks.takeIn({
      ...conversation,
      subject: 'Automatic reply: Visitor badge',
      messages: [message('I am away.', { from: 'Ben <ben@example.org>' })],
    })
    expect(reply.body.outcomes).toMatchObject([{ outcome: 'kept' }])
    expect(await talks.comments(id)).toEqual([])
    expect((await talks.conversation(reply.body.id)).messages).toHaveLength(2)
  })

  it('after the task is done asks a person whether to reopen it; thanks do not', async () => {
    const conversation = mail('Desk lamp', message('Mine is broken.'))
    const { id } = await first(conversation)
    await talks.ask('PATCH', `/tasks/${id}`, { status: 'done' })
    expect((await talks.takeIn({ ...conversation, messages: [message('Thanks a lot!')] })).body.outcomes).toMatchObject([
      { outcome: 'updated', proposal_id: null },
    ])
    const { outcomes } = (await talks.takeIn({ ...conversation, messages: [message('It is broken again, sorry.')] })).body
    expect(outcomes).toMatchObject([{ outcome: 'updated', task_id: id, proposal_id: expect.any(Number) }])
    expect((await talks.task(id)).status).toBe('done')
    expect((await talks.ask('POST', `/proposals/${outcomes[0]?.proposal_id}/accept`)).status).toBe(200)
    expect((await talks.task(id)).status).toBe('todo')
  })

  it('after the task was deleted waits for a person', async () => {
    const conversation = mail('Old carpet', message('Remove it.'))
    const { id } = await first(conversation)
    await talks.ask('DELETE', `/tasks/${id}`)
    const { outcomes } = (await talks.takeIn({ ...conversation, messages: [message('And the new one?')] })).body
    expect(outcomes).toMatchObject([{ outcome: 'proposed', why: expect.stringContaining('deleted') }])
  })
})

describe('[V7] duplicates and doubt', () => {
  it('the same wish in another mail is added to the task that exists: comment, requester, origin', async () => {
    const { body: task } = await talks.ask<{ id: number }>('POST', '/tasks', {
      title: 'Replace the broken shredder in the mail room',
      description: 'It jams on every page.',
    })
    const { taken } = await first(mail('Replace the broken shredder in the mail room', message('It jams on every page.', { from: 'Cleo <cleo@example.org>' })))
    expect(taken.outcomes).toMatchObject([{ outcome: 'updated', task_id: task.id, score: expect.any(Number) }])
    expect(await talks.task(task.id)).toMatchObject({ requesters: ['cleo'], status: 'backlog' })
    expect(await talks.origins(task.id)).toMatchObject([{ role: 'updated' }])
    expect(await talks.comments(task.id)).toMatchObject([{ body: 'It jams on every page.' }])
  })

  it('what is not sure waits in Review and changes nothing; accepting makes the task, as the sender', async () => {
    const before = await talks.tasks()
    const { taken } = await first(mail('Spring offers', message('Buy now!\n\nClick here to unsubscribe.', { from: 'Shop <news@example.net>' })))
    const [outcome] = taken.outcomes
    expect(outcome).toMatchObject({ outcome: 'proposed', why: 'It looks like a newsletter.' })
    expect(taken.proposals).toMatchObject([{ as: 'create', title: 'Spring offers' }])
    expect(await talks.tasks()).toEqual(before)
    expect((await talks.contacts()).some((contact) => contact.email === 'news@example.net')).toBe(false)
    const proposal = `/proposals/${outcome?.proposal_id}`
    expect(await talks.read(proposal)).toMatchObject({ state: 'pending', tool: 'conversation', conversation_id: taken.id })
    expect((await talks.ask('POST', `${proposal}/accept`, undefined, { 'X-Actor': 'agent:claude' })).status).toBe(403)
    const accepted = await talks.ask<{ result: { task_id: number } }>('POST', `${proposal}/accept`)
    expect(accepted.status).toBe(200)
    const { task_id } = accepted.body.result
    expect(await talks.task(task_id)).toMatchObject({ title: 'Spring offers' })
    expect((await talks.history()).find((entry) => entry.entity === 'task' && entry.entity_id === task_id)?.actor).toEqual({
      kind: 'email',
      name: 'news@example.net',
    })
    expect((await talks.conversation(taken.id)).proposals).toEqual([])
  })

  it('rejected, nothing comes of it; the next message asks again, once', async () => {
    const conversation = mail('Win a car', message('unsubscribe', { from: 'Shop <shop@example.net>' }))
    const { taken } = await first(conversation)
    const id = taken.outcomes[0]?.proposal_id
    expect((await talks.ask('POST', `/proposals/${id}/reject`, {})).status).toBe(200)
    const again = (await talks.takeIn({ ...conversation, messages: [message('Last chance! unsubscribe')] })).body.outcomes[0]
    expect(again).toMatchObject({ outcome: 'proposed' })
    expect(again?.proposal_id).not.toBe(id)
    expect((await talks.takeIn({ ...conversation, messages: [message('Really! unsubscribe')] })).body.outcomes[0]?.proposal_id).toBe(again?.proposal_id)
  })

  it('a person attaches a conversation to a task, which settles what waited', async () => {
    const { body: task } = await talks.ask<{ id: number }>('POST', '/tasks', { title: 'Plan the summer party' })
    const { taken } = await first(mail('', message('ok', { from: 'Dora <dora@example.org>' })))
    expect(taken.outcomes).toMatchObject([{ outcome: 'proposed' }])
    const attached = await talks.ask('POST', `/conversations/${taken.id}/tasks`, { task_id: task.id })
    expect(attached.body).toMatchObject({ tasks: [{ id: task.id, extracted_by: 'person' }], proposals: [] })
    expect((await talks.task(task.id)).requesters).toEqual(['dora'])
    expect(await talks.read(`/proposals/${taken.outcomes[0]?.proposal_id}`)).toMatchObject({ state: 'rejected' })
    expect((await talks.ask('POST', `/conversations/${taken.id}/tasks`, { task_id: 999_999 })).status).toBe(404)
  })

  it('an attached conversation is detached with the decision [A4]: what waited of it waits again, and the task is as it was', async () => {
    const { body: task } = await talks.ask<{ id: number }>('POST', '/tasks', { title: 'Plan the winter party' })
    const { taken } = await first(mail('', message('ok', { from: 'Dora <dora@example.org>' })))
    const proposal = `/proposals/${taken.outcomes[0]?.proposal_id}`
    const before = await talks.task(task.id)
    await talks.ask('POST', `/conversations/${taken.id}/tasks`, { task_id: task.id })
    expect([(await talks.comments(task.id)).length, (await talks.origins(task.id)).length]).toEqual([1, 1])
    const reopened = await talks.ask('POST', `${proposal}/reopen`)
    expect(reopened.body).toMatchObject({ proposal: { state: 'pending', entries: [] }, conflicts: [] })
    expect([(await talks.comments(task.id)).length, (await talks.origins(task.id)).length]).toEqual([0, 0])
    expect(await talks.task(task.id)).toMatchObject({ ...before, version: expect.any(Number), updated_at: expect.any(String) })
    // And once more, elsewhere.
    expect((await talks.ask('POST', `${proposal}/accept`)).body).toMatchObject({ state: 'accepted' })
  })
})

describe('[V4] found, deleted, undone', () => {
  it('a task is found by the words of its messages, until they are deleted; undo brings them back', async () => {
    const conversation = mail('Garden fence', message('Paint it.'))
    const { id, taken } = await first(conversation)
    await talks.takeIn({ ...conversation, messages: [message('Preferably quetzalgreen.')] })
    const [comment] = await talks.comments(id)
    await talks.ask('DELETE', `/tasks/${id}/comments/${comment?.id}`)
    expect(await talks.search('quetzalgreen')).toEqual([id])
    expect((await talks.ask('DELETE', `/conversations/${taken.id}`)).status).toBe(204)
    expect(await talks.search('quetzalgreen')).toEqual([])
    expect([await talks.origins(id), (await talks.ask('GET', `/conversations/${taken.id}`)).status]).toEqual([[], 404])
    expect((await talks.task(id)).title).toBe('Garden fence')
    const deletion = (await talks.history()).findLast((entry) => entry.entity === 'conversation' && entry.action === 'deleted')
    expect((await talks.undo({ entry: deletion?.seq })).conflicts).toEqual([])
    expect((await talks.conversation(taken.id)).messages).toHaveLength(2)
    expect(await talks.origins(id)).toHaveLength(1)
    expect(await talks.search('quetzalgreen')).toEqual([id])
  })

  it('a deleted task leaves no ghost, and comes back with where it came from', async () => {
    const { id, taken } = await first(mail('Bicycle stand', message('With a zyxwroof, please.')))
    await talks.ask('DELETE', `/tasks/${id}`)
    expect(await talks.search('zyxwroof')).toEqual([])
    expect((await talks.conversation(taken.id)).task_ids).toEqual([])
    const deletion = (await talks.history()).findLast((entry) => entry.entity === 'task' && entry.entity_id === id)
    await talks.ask('DELETE', `/conversations/${taken.id}`)
    expect((await talks.undo({ entry: deletion?.seq })).conflicts).toEqual([])
    expect(await talks.origins(id)).toEqual([])
    const gone = (await talks.history()).findLast((entry) => entry.entity === 'conversation' && entry.action === 'deleted')
    await talks.undo({ entry: gone?.seq })
    expect(await talks.origins(id)).toMatchObject([{ id: taken.id }])
  })

  it('merged, the other task takes the conversations over; undone, they go back', async () => {
    const { id: a } = await first(mail('Door handle', message('Loose since the vorpalstorm.')))
    const { body: b } = await talks.ask<{ id: number }>('POST', '/tasks', { title: 'Repair the entrance' })
    await talks.ask('POST', `/tasks/${a}/merge`, { into: b.id })
    expect(await talks.origins(b.id)).toHaveLength(1)
    expect(await talks.search('vorpalstorm')).toEqual([b.id])
    const deletion = (await talks.history()).findLast((entry) => entry.entity === 'task' && entry.entity_id === a && entry.action === 'deleted')
    await talks.undo({ entry: deletion?.seq })
    expect([await talks.origins(b.id), (await talks.origins(a)).length]).toEqual([[], 1])
    expect(await talks.search('vorpalstorm')).toEqual([a])
  })

  it('all that came of a sender can be undone at once', async () => {
    const since = new Date(Date.now() - 60_000).toISOString()
    const before = await talks.tasks()
    const { id } = await first(mail('Flood', message('Pump it out by tomorrow 9:00.', { from: 'Mallory <mallory@example.net>' })))
    expect(await talks.schedules(id)).toHaveLength(1)
    const result = await talks.undo({ actor: 'mallory@example.net', since })
    expect(result.conflicts).toEqual([])
    expect(await talks.tasks()).toEqual(before)
    expect((await talks.contacts()).some((contact) => contact.email === 'mallory@example.net')).toBe(false)
  })

  it('[J1] [J3] the journal rebuilds every row', () => {
    const { fromJournal, fromTables } = rebuild(join(talks.dataDir, 'tandem.db'))
    expect(fromJournal).toEqual(fromTables)
  })
})

describe('[V10] the reply', () => {
  it('is drafted to those who asked, with what they wrote, and sent by nobody', async () => {
    const { id } = await first(mail('Guest wifi', message('For *two* days, please.\nAna')))
    await talks.ask('PATCH', `/tasks/${id}`, { status: 'done' })
    const seq = (await talks.read<{ journal: number }>('/health')).journal
    const draft = await talks.read<{ to: string[]; subject: string; body: string; mailto: string }>(`/tasks/${id}/reply-draft`)
    expect(draft).toMatchObject({ to: ['ana@example.org'], subject: 'Re: Guest wifi' })
    expect(draft.body).toMatch(/^Hello Ana Silva,\n\n“Guest wifi” is done\.\n\nOn .* wrote:\n> For \*two\* days, please\.\n> Ana$/)
    expect(draft.mailto).toMatch(/^mailto:ana@example\.org\?subject=Re%3A%20Guest%20wifi&body=Hello%20Ana/)
    expect((await talks.read<{ journal: number }>('/health')).journal).toBe(seq)
  })

  it('needs somebody with an address', async () => {
    const { body: task } = await talks.ask<{ id: number }>('POST', '/tasks', { title: 'Nobody asked', requesters: ['nobody', 'noreply@example.org'] })
    const refused = await talks.ask<{ detail: string }>('GET', `/tasks/${task.id}/reply-draft`)
    expect([refused.status, refused.body.detail]).toEqual([404, expect.stringContaining('email address')])
  })
})

describe('[V1] what is refused', () => {
  it.each([
    [{}, 'source'],
    [{ source: 'email', messages: [] }, 'messages'],
    [{ source: 'E Mail', messages: [message('x')] }, 'source'],
    [{ source: 'email', messages: [{ ...message('x'), sent_at: 'yesterday' }] }, 'sent_at'],
    [{ source: 'email', messages: [{ ...message('x'), from: ' ' }] }, 'from'],
    [{ source: 'email', messages: [{ ...message('x'), reply_to: 'x@example.org' }] }, 'reply_to'],
  ])('%j', async (body, named) => {
    const refused = await talks.ask<{ detail: string }>('POST', '/conversations', body)
    expect([refused.status, refused.body.detail]).toEqual([400, expect.stringContaining(named)])
  })

  it('[A3] an agent that may not create may not take in either', async () => {
    await talks.ask('PUT', '/agents/mailer/policy', { create: 'deny' })
    expect((await talks.takeIn(mail('x', message('y')), { 'X-Actor': 'agent:mailer' })).status).toBe(403)
  })

  it('[H10] lists page and filter by source', async () => {
    await talks.takeIn(mail(null, message('Lunch order for Friday team meeting', { from: 'Kim' }), { source: 'slack' }))
    expect((await talks.read<unknown[]>('/conversations?source=slack')).length).toBeGreaterThan(0)
    const page = await talks.ask<{ id: number }[]>('GET', '/conversations?limit=2')
    expect([page.body.length, page.headers.get('link')]).toEqual([2, expect.stringContaining('rel="next"')])
  })
})
