import { expect, test } from 'vitest'
import { readSuperProductivity } from './import-super-productivity.ts'

const backup = (repeat: object) => ({
  task: { ids: ['t'], entities: { t: { id: 't', title: 'Bins', repeatCfgId: 'r' } } },
  taskRepeatCfg: { ids: ['r'], entities: { r: { id: 'r', startDate: '2026-08-31', startTime: '07:30', ...repeat } } },
})
const schedulesOf = (repeat: object) => [...readSuperProductivity(backup(repeat))].map(({ draft, problem }) => draft?.task?.schedules ?? problem)

test.each([
  [{ repeatCycle: 'WEEKLY', repeatEvery: 2, monday: true, thursday: true }, 'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH'],
  [{ repeatCycle: 'MONTHLY', repeatEvery: 3 }, 'FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=-1'],
  [{ repeatCycle: 'YEARLY', repeatEvery: 1 }, 'FREQ=YEARLY;BYMONTH=8;BYMONTHDAY=31'],
])('a repetition that only a rule can say: %j', (repeat, rule) => {
  expect(schedulesOf(repeat)).toEqual([[{ type: 'rule', rule, starts_on: '2026-08-31', time: '07:30' }]])
})

test('one that is paused comes switched off', () => {
  expect(schedulesOf({ repeatCycle: 'YEARLY', isPaused: true })).toEqual([[expect.objectContaining({ enabled: false })]])
})
