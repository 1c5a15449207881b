import { describe, expect, it } from 'vitest'
import type { Effect } from './effect.ts'
import type { Input } from './input.ts'
import { allStates, type RecordState, recordState, standingOf } from './record-state.ts'
import { transition } from './transition.ts'
import { inputs, type TableRow, transitionTable } from './transition-table.ts'

const table = transitionTable()
const does = (effects: readonly Effect[], what: Effect['do']) => effects.some((effect) => effect.do === what)
const about = ({ state, type, facts }: TableRow) => JSON.stringify([state, type, facts])

/** What an adapter that does just what it is told is left with. */
function carriedOut({ state, effects }: TableRow): RecordState {
  const row = { ...standingOf(state), ...(state.name === 'untracked' ? { isHere: true } : {}) }
  for (const effect of effects) {
    if (effect.do === 'send') Object.assign(row, { inFlight: effect.action, isEdited: false, isRefused: false })
    if (effect.do === 'insert') Object.assign(row, { isHere: true, isThere: true, isEdited: false })
    if (effect.do === 'restore') row.isHere = true
    if (effect.do === 'remove') row.isHere = false
    if (effect.do !== 'writeRow') continue
    if (effect.remote !== undefined) row.isThere = effect.remote !== 'forget'
    if (effect.changes !== undefined) row.isEdited = effect.changes !== 'none'
    if (effect.inFlight === 'end') row.inFlight = null
    if (effect.problem !== undefined) row.isRefused = effect.problem === 'set'
  }
  return recordState(row)
}

describe('every state and every input', () => {
  it('has an answer, and it is one of the states', () => {
    const names = new Set(allStates.map((state) => JSON.stringify(state)))
    expect(table.length).toBeGreaterThan(allStates.length * Object.keys(inputs).length)
    for (const row of table) expect(names, about(row)).toContain(JSON.stringify(row.next))
  })

  it('promises the state that its effects leave', () => {
    for (const row of table) expect(row.next, about(row)).toEqual(row.effects.length === 0 ? row.state : carriedOut(row))
  })

  it('does nothing about an event that is not newer than the last one', () => {
    const told = new Set(['remoteRecord', 'remoteChange', 'remoteDelete', 'taskOutlived'])
    for (const row of table) if (told.has(row.type) && row.facts.isNewer === false) expect(row, about(row)).toMatchObject({ effects: [], next: row.state })
  })

  it('removes nothing here that was written here since', () => {
    for (const row of table) if (does(row.effects, 'remove')) expect(row.facts, about(row)).toMatchObject({ isEdited: false, isNeeded: false })
  })

  it('lets a write be in flight until its reply has been read', () => {
    for (const row of table) {
      if (row.state.name !== 'inFlight' || row.type === 'reply' || row.type === 'resync' || row.type === 'unsendable') continue
      expect(row.next, about(row)).toMatchObject({ name: 'inFlight', action: row.state.action })
    }
  })

  it('loses no local change on the way: what was in flight and did not arrive counts again', () => {
    for (const row of table) {
      if (row.type !== 'reply' || row.effects.length === 0 || row.facts.status === 'applied' || row.facts.status === 'refused') continue
      const isKnown = row.facts.status === 'gone' && row.facts.isNewer === false
      if (isKnown || !standingOf(row.state).isHere) continue
      expect(row.effects, about(row)).toContainEqual(expect.objectContaining({ changes: 'returned' }))
    }
  })

  it('sends only what nothing is in flight of', () => {
    for (const row of table) if (does(row.effects, 'send')) expect(row.state.name, about(row)).not.toBe('inFlight')
  })
})

describe('the rules of ADR 63', () => {
  const sent = (action: 'create' | 'update' | 'delete', more: object = {}): RecordState => ({
    name: 'inFlight',
    action,
    isHere: action !== 'delete',
    isThere: action !== 'create',
    isEdited: false,
    ...more,
  })
  const send: Extract<Input, { type: 'sendDue' }> = {
    type: 'sendDue',
    isDeferred: false,
    differs: true,
    isMoved: false,
    taskIsThere: true,
    wentWithTask: false,
    hasLastWords: false,
    hasLastEdit: false,
    deleteWaitsFor: 'nothing',
  }
  const reply = (status: 'applied' | 'conflict' | 'gone' | 'refused', more: object = {}): Input => ({
    type: 'reply',
    status,
    isNewer: true,
    canMerge: false,
    hasWaited: false,
    ...more,
  })
  const record = (deletion: 'byHand' | 'withTask' | 'bySync', differs: boolean): Input => ({ type: 'remoteRecord', isNewer: true, differs, deletion })
  const end = (isEdited: boolean, isNeeded = false): Input => ({ type: 'remoteDelete', isNewer: true, isEdited, isNeeded })

  it.each<[string, RecordState, Input, RecordState['name'], Effect['do'][]]>([
    ['what differs is sent', { name: 'edited' }, send, 'inFlight', ['send']],
    ['what differs no more is not', { name: 'edited' }, { ...send, differs: false }, 'synced', ['writeRow']],
    ['a new one waits for its task', { name: 'localOnly' }, { ...send, taskIsThere: false }, 'localOnly', []],
    ['a delete by hand is told', { name: 'deletedHere' }, send, 'inFlight', ['send']],
    ['what went with its task is not', { name: 'deletedHere' }, { ...send, wentWithTask: true }, 'deletedHere', ['writeRow']],
    ['a task waits for the stream before it is deleted there', { name: 'deletedHere' }, { ...send, deleteWaitsFor: 'stream' }, 'deletedHere', ['defer']],
    ['an update that arrived is synced', sent('update'), reply('applied'), 'synced', ['stopWaiting', 'writeRow', 'adoptSlug', 'rejoinTask']],
    ['written again meanwhile: edited', sent('update', { isEdited: true }), reply('applied'), 'edited', ['stopWaiting', 'writeRow', 'adoptSlug', 'rejoinTask']],
    ['a lost race waits for the stream', sent('update'), reply('conflict'), 'edited', ['writeRow', 'defer']],
    ['which tells nothing: the reply has to do', sent('update'), reply('conflict', { canMerge: true }), 'edited', ['writeRow', 'stopWaiting', 'applyReply']],
    ['deleted there: waits for what was written before', sent('update'), reply('gone'), 'edited', ['stopWaiting', 'defer', 'writeRow']],
    ['then it outlives that', sent('update'), reply('gone', { hasWaited: true }), 'localOnly', ['stopWaiting', 'writeRow', 'keepChildren']],
    [
      'a comment whose task is gone brings it back',
      sent('create'),
      reply('gone', { hasWaited: true }),
      'localOnly',
      ['stopWaiting', 'recreateTask', 'writeRow'],
    ],
    ['deleted on both sides', sent('delete'), reply('gone', { hasWaited: true }), 'gone', ['stopWaiting', 'writeRow', 'keepChildren']],
    ['a refused one stays as it was written', sent('update'), reply('refused'), 'refused', ['writeRow']],
    ['but not what is gone on both sides meanwhile', sent('delete', { isThere: false }), reply('refused'), 'gone', ['writeRow']],
    ['one that the cloud has no field for is planned anew', sent('update'), { type: 'unsendable' }, 'edited', ['writeRow']],
    ['news of what is here is merged', { name: 'edited' }, record('byHand', true), 'edited', ['merge']],
    ['no news of what was deleted here', { name: 'deletedHere' }, record('byHand', false), 'deletedHere', ['writeRow']],
    ['news of it takes the delete back', { name: 'deletedHere' }, record('byHand', true), 'edited', ['requireTask', 'undoDelete', 'restore', 'merge']],
    ['it comes back with its task', { name: 'deletedHere' }, record('withTask', false), 'edited', ['requireTask', 'undoDelete', 'restore', 'merge']],
    ['gone on both sides comes back', { name: 'gone' }, record('bySync', true), 'localOnly', ['requireTask', 'restore', 'merge']],
    ['half a record brings nothing back', { name: 'gone' }, { type: 'remoteChange', isNewer: true, differs: true, deletion: 'bySync' }, 'gone', []],
    ['deleted there, and nothing to say here', { name: 'synced' }, end(false), 'gone', ['writeRow', 'remove']],
    ['what was edited here outlives that, and a person is asked', { name: 'edited' }, end(true), 'localOnly', ['writeRow', 'keepChildren', 'askPerson']],
    ['what its task keeps is not asked about', { name: 'synced' }, end(false, true), 'localOnly', ['writeRow', 'keepChildren']],
    [
      'deleted here, and taken back before that was told',
      sent('delete', { isHere: true, isEdited: true }),
      end(false),
      'inFlight',
      ['writeRow', 'keepChildren', 'askPerson'],
    ],
  ])('%s', (_rule, state, input, then, effects) => {
    const { state: next, effects: done } = transition(state, input)
    expect([next.name, done.map((effect) => effect.do)]).toEqual([then, effects])
  })
})
