import { describe, expect, it } from 'vitest'
import type { CommandRun } from '../../schema/work/evidence.ts'
import { plainOutput, withoutCredentials } from './harmless-run.ts'
import { statementOf } from './statement.ts'
import { type Judged, missingProof, missingText, statesOf } from './states.ts'

const tree = (after: string, more: object = {}) => ({ repository: 'https://example.org/r.git', commit: null, before: after, after, checkout: 'here', ...more })
const ran = (id: string, more: { [F in keyof CommandRun]?: CommandRun[F] | undefined } = {}): Judged => ({
  id,
  kind: 'ran',
  criterion: null,
  run: { command: ['npm', 'test'], exit_code: 0, started_at: '2026-11-23T10:00:00Z', duration_ms: 5, output: '', output_sha256: '', tree: tree('a'), ...more },
})
const none = () => undefined
const one = (evidence: Judged, seen: (checkout: string) => string | undefined = none) => statesOf([evidence], seen)[0]

describe('[EV5] what evidence is worth', () => {
  it.each([
    ['valid', ran('1')],
    ['failed', ran('1', { exit_code: 1 })],
    ['failed', ran('1', { exit_code: null, signal: 'SIGKILL' })],
    ['failed', ran('1', { exit_code: 0, timed_out: true })],
    ['changed_tree', ran('1', { tree: tree('a', { before: 'b' }) })],
    ['no_tree', ran('1', { tree: undefined })],
    ['claimed', { id: '1', kind: 'claimed', criterion: null }],
  ] as const)('%s', (state, evidence) => expect(one(evidence)).toBe(state))

  it('is stale once another tree was seen in the same working copy, and valid again when that tree is back', () => {
    expect(one(ran('1'), () => 'b')).toBe('stale')
    expect(one(ran('1'), () => 'a')).toBe('valid')
    expect(one(ran('1'), (checkout) => (checkout === 'elsewhere' ? 'b' : undefined))).toBe('valid')
    // What CI checked out is no working copy that somebody goes on with.
    expect(one({ ...ran('1'), kind: 'ci' }, () => 'b')).toBe('valid')
  })

  it('is stale once a later run of the task saw another tree of the repository, or the same command failed', () => {
    expect(statesOf([ran('2', { tree: tree('b', { checkout: 'there' }) }), ran('1')], none)).toEqual(['valid', 'stale'])
    expect(statesOf([ran('2', { tree: tree('b', { repository: 'https://example.org/other.git' }) }), ran('1')], none)).toEqual(['valid', 'valid'])
    expect(statesOf([ran('2', { exit_code: 1 }), ran('1')], none)).toEqual(['failed', 'stale'])
    expect(statesOf([ran('2', { exit_code: 1, command: ['other'] }), ran('1')], none)).toEqual(['failed', 'valid'])
    expect(statesOf([ran('2'), ran('1', { exit_code: 1 })], none)).toEqual(['valid', 'failed'])
  })
})

describe('[EV8] what is missing', () => {
  const evidence = (id: string, state: 'valid' | 'stale' | 'claimed', criterion: string | null = null) => ({ id, state, criterion })
  it('without criteria one valid evidence is enough', () => {
    expect(missingProof([], [])).toEqual([{ criterion: null, instead: null }])
    expect(missingProof([], [evidence('1', 'claimed'), evidence('2', 'stale')])).toEqual([{ criterion: null, instead: 'stale' }])
    expect(missingProof([], [evidence('1', 'claimed'), evidence('2', 'valid')])).toEqual([])
  })
  it('each criterion needs its own, linked or recorded for its text', () => {
    const criteria = [{ text: 'tests pass', evidence_id: '1' }, { text: 'docs are true' }]
    expect(missingProof(criteria, [evidence('1', 'valid')])).toEqual([{ criterion: 'docs are true', instead: null }])
    expect(missingProof(criteria, [evidence('1', 'valid'), evidence('2', 'valid', 'docs are true')])).toEqual([])
    expect(missingText(7, missingProof(criteria, []))).toContain(
      'for "tests pass" there is no evidence; for "docs are true" there is no evidence. Run `tandem prove 7 --criterion N',
    )
  })
})

it('[EV2] a statement says PASSED only of a tree that the command left as it was', () => {
  const context = { evidence_id: 'e', kind: 'ran', task_uid: 'u', task_title: 't', criterion: null, by: { kind: 'agent', name: 'a' }, recorded_at: '' } as const
  const statement = (evidence: Judged) => statementOf(evidence.run as CommandRun, context, () => 'hash')
  expect(statement(ran('1'))).toMatchObject({
    subject: [{ name: 'tree', digest: { gitTree: 'a' } }],
    predicate: { result: 'PASSED', tandem_run: { exit_code: 0 } },
  })
  expect(statement(ran('1', { tree: tree('a', { before: 'b' }) })).predicate.result).toBe('WARNED')
  expect(statement(ran('1', { exit_code: 2 })).predicate.result).toBe('FAILED')
  expect(statement(ran('1', { tree: tree('a', { commit: 'c' }) })).predicate.configuration[1]).toEqual({
    name: 'commit',
    uri: 'git+https://example.org/r.git',
    digest: { gitCommit: 'c' },
  })
})

it('[EV4] keeps no credentials of an address, and nothing that a terminal would obey', () => {
  expect(
    ['https://ana:secret@example.org/r.git', 'https://example.org/r.git?token=x', 'ssh://git@example.org/r', 'git@example.org:r.git', '/srv/r'].map(
      withoutCredentials,
    ),
  ).toEqual(['https://example.org/r.git', 'https://example.org/r.git', 'ssh://example.org/r', 'git@example.org:r.git', '/srv/r'])
  expect(plainOutput('\u001b[31mred\u001b[0m\u001b]8;;http://x\u0007link\r\n 1%\r 2%\rdone\n\u202eabc\u0000')).toBe('redlink\ndone\nabc')
})
