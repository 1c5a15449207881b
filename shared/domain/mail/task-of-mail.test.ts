import { describe, expect, it } from 'vitest'
import { extractByRules, isCourtesy, type ReadMessage } from './extract-by-rules.ts'
import { readExtracted } from './extracted-task.ts'
import { draftReply } from './reply-draft.ts'
import { taskOfMail, type Thread } from './task-of-mail.ts'

const sure = { confidence: 0.9, doubt: null }
const thread: Thread = { linked: [], isKnown: false, isAutomatic: false, readsNewRequests: false }
const like = (score: number, status: 'todo' | 'done' = 'todo') => [{ id: 7, status, score }]

describe('[V3] [V7] what becomes of it', () => {
  it.each<[string, Parameters<typeof taskOfMail>, object]>([
    ['nothing like it', [sure, like(0.5), thread], { action: 'create' }],
    ['the same task', [sure, like(0.9), thread], { action: 'update', id: 7 }],
    ['perhaps the same', [sure, like(0.8), thread], { action: 'propose', as: 'update', id: 7 }],
    ['the same, but done', [sure, like(0.9, 'done'), thread], { action: 'propose', as: 'create' }],
    ['not sure', [{ confidence: 0.2, doubt: 'A newsletter.' }, like(0.95), thread], { action: 'propose', as: 'create', why: 'A newsletter.' }],
    ['a reply', [sure, [], { ...thread, isKnown: true, linked: [{ id: 3, status: 'todo' }] }], { action: 'update', id: 3 }],
    ['a reply, whatever else it is like', [sure, like(0.99), { ...thread, isKnown: true, linked: [{ id: 3, status: 'todo' }] }], { action: 'update', id: 3 }],
    [
      'a reply where one task is done',
      [
        sure,
        [],
        {
          ...thread,
          isKnown: true,
          linked: [
            { id: 3, status: 'done' },
            { id: 4, status: 'todo' },
          ],
        },
      ],
      { action: 'update', id: 4 },
    ],
    [
      'an absence in a thread',
      [{ confidence: 0.2, doubt: 'x' }, [], { ...thread, isKnown: true, isAutomatic: true, linked: [{ id: 3, status: 'todo' }] }],
      { action: 'keep' },
    ],
    ['another request in a reply', [sure, [], { ...thread, isKnown: true, readsNewRequests: true, linked: [{ id: 3, status: 'todo' }] }], { action: 'create' }],
    ['a thread whose task is gone', [sure, [], { ...thread, isKnown: true }], { action: 'propose', as: 'create' }],
  ])('%s', (_, given, expected) => expect(taskOfMail(...given)).toMatchObject(expected))
})

describe('[V9] an extraction can say nothing else', () => {
  it('unknown fields vanish, numbers and texts are kept in bounds', () => {
    const hostile = {
      id: 1,
      status: 'done',
      delete: [1],
      assignee: 'x',
      title: `Fix\n\n\u202eit${'!'.repeat(1000)}`,
      messages: [0, 2, 9, '1'],
      confidence: 7,
      priority: 'urgent',
      due: 'tomorrow; DROP',
    }
    expect(readExtracted(hostile, 2)).toEqual({
      title: expect.stringMatching(/^Fix it!+…$/),
      description: null,
      priority: 'medium',
      due: null,
      messages: [1],
      confidence: 0,
      doubt: null,
    })
    for (const none of [null, 'x', [], {}, { title: ' \u200b ' }, { title: 7 }]) expect(readExtracted(none, 1)).toBeUndefined()
  })
})

describe('[V5] rules', () => {
  const message = (text: string, email = 'ana@example.org'): ReadMessage => ({ from: { email, name: '' }, sent_at: '2027-01-01T00:00:00Z', text })
  it.each([
    ['Re: Printer broken', 'It jams.', { title: 'Printer broken', description: 'It jams.', doubt: null }],
    [null, 'Hi Ben,\n\nplease fix the printer. It jams.', { title: 'please fix the printer.', doubt: null }],
    ['URGENT: server', 'down', { priority: 'high' }],
    ['Out of office', 'I am away', { doubt: 'It looks like an automatic message.' }],
    ['News', 'Buy! Click to unsubscribe.', { doubt: 'It looks like a newsletter.' }],
    ['Re: Printer', 'Thanks a lot!', { doubt: 'It asks for nothing.' }],
    ['', '', { doubt: 'It has no words.', title: 'Message from ana@example.org' }],
  ])('%j %j', (subject, text, expected) => expect(extractByRules(subject, [message(text)], null)).toMatchObject(expected))

  it.each([
    ['Thanks!', true],
    ['OK, super', true],
    ['Thanks, but it still fails: please look again at the second one', false],
    ['ok?', false],
  ])('%j is mere courtesy: %j', (text, is) => expect(isCourtesy(text)).toBe(is))
})

describe('[V10] a drafted reply', () => {
  it('goes to addresses only, and nothing breaks out of its link', () => {
    const to = [
      { email: 'ana@example.org', name: 'Ana\r\nBcc: all@example.org' },
      { email: 'x@example.org?bcc=all@example.org', name: 'x' },
      { email: 'a@b.c,evil@example.net', name: 'x' },
    ]
    const draft = draftReply({
      to,
      task: { title: 'T & t', status: 'done' },
      subject: 'Fwd: a&bcc=evil@example.net\r\nBcc: x',
      quoted: { name: 'Ana', sent_at: '2027-01-01', text: 'long\n'.repeat(900) },
    })
    expect(draft.to).toEqual(['ana@example.org'])
    expect(draft.subject).toBe('Re: a&bcc=evil@example.net Bcc: x')
    const link = new URL(draft.mailto)
    expect([link.pathname, [...link.searchParams.keys()]]).toEqual(['ana@example.org', ['subject', 'body']])
    expect(draft.mailto.length).toBeLessThan(2000)
    expect(draft.body).toContain('“T & t” is done.')
    expect(draft.body.split('\n').filter((line) => line.startsWith('>'))).toHaveLength(13)
  })
})
