import { expect, test } from 'vitest'
import { mailFaults } from '../../schema/mail/mail-account.ts'
import { faultWords, type MailProblem, mailProblem, readMailProblem, unsentWords } from './fault-words.ts'

const problems: MailProblem[] = [
  ...mailFaults.flatMap((code) =>
    [false, true].flatMap((isOver) => [null, 'connect ECONNREFUSED (::1)'].map((said): MailProblem => ({ kind: 'fault', code, said, isOver }))),
  ),
  ...(['refused', 'bounced'] as const).flatMap((kind) => [null, '550 5.1.1 unknown'].map((said): MailProblem => ({ kind, said }))),
  { kind: 'uncertain' },
  { kind: 'notTaken', by: 'bo@example.org, lia@example.org' },
  { kind: 'switchedOff', mailbox: 'team@example.org' },
  { kind: 'disconnected', mailbox: 'team@example.org' },
]

test.each(problems)('[W140] what is kept of a problem is read back: $kind $code $said $isOver', (problem) => {
  expect(readMailProblem(mailProblem(problem))).toEqual(problem)
})

test('[W140] words of others stay what they are; what is over promises no further attempt', () => {
  expect(readMailProblem('The mail provider answered 500.')).toBeUndefined()
  expect(readMailProblem(faultWords('busy', 'try later'))).toEqual({ kind: 'fault', code: 'busy', said: 'try later', isOver: false })
  for (const code of mailFaults) expect(unsentWords(code, null, true)).not.toContain('keeps trying')
})
