import { expect, test } from 'vitest'
import { draftReply } from '../../../shared/domain/mail/reply-draft.ts'
import { mayGoOutside } from './outside-links.ts'

test('[W34] a drafted reply opens in the mail program', () => {
  const to = [{ email: 'ana@example.org', name: 'Ana' }]
  const quoted = { name: 'Ana', sent_at: '2026-11-20T10:00:00.000Z', text: 'please & thank you?\n-attach=/etc/passwd' }
  const { mailto } = draftReply({ to, task: { title: 'A “task” & more', status: 'done' }, subject: 'Re: x', quoted })
  expect(mayGoOutside(mailto)).toBe(true)
})

test.each([
  ['https://example.org/x', true],
  ['http://example.org/', false],
  ['file:///etc/passwd', false],
  ['mailto:ana@example.org', true],
  ['mailto:ana@example.org?subject=hi', true],
  ['mailto:ana@example.org?attach=/etc/passwd', false],
  ['mailto:ana@example.org?subject=x&attachment=/etc/passwd', false],
  ['mailto:ana@example.org?bcc=eve@example.org', false],
  ['mailto:-attach@example.org', false],
  ['mailto:a%0Ab@example.org', false],
  ['mailto:a%20b@example.org', false],
  [`mailto:ana@example.org?body=${'x'.repeat(3000)}`, false],
  ['javascript:alert(1)', false],
  ['tandem://task/1', false],
])('[DT6] %s goes outside: %s', (url, may) => {
  expect(mayGoOutside(url)).toBe(may)
})
