// Prints the table of shared/sync/transition.ts into docs/contributing-sync.md; with --check only says whether the printed one is still true.
import { readFileSync, writeFileSync } from 'node:fs'
import type { Effect } from '../shared/sync/effect.ts'
import { allStates, type RecordState, type Standing, standingOf } from '../shared/sync/record-state.ts'
import { inputs, type TableRow, transitionTable } from '../shared/sync/transition-table.ts'

const file = new URL('../docs/contributing-sync.md', import.meta.url)
const [begin, end] = ['<!-- table: npm run sync-table -->\n', '<!-- end of table -->\n']

const distinct = <T>(all: readonly T[]): T[] => [...new Set(all)]
const isSame = <T>(one: readonly T[], other: readonly T[]) => one.length === other.length && one.every((value) => other.includes(value))

// ── Which states: the fewest words that fit them and no other.

type Condition = [words: string, holds: (standing: Standing) => boolean]
const always: Condition = ['', () => true]
const conditions: Condition[][] = [
  [always, ['here', ({ isHere }) => isHere], ['not here', ({ isHere }) => !isHere]],
  [always, ['there', ({ isThere }) => isThere], ['not there', ({ isThere }) => !isThere]],
  [
    always,
    ['nothing in flight', ({ inFlight }) => inFlight === null],
    ['in flight', ({ inFlight }) => inFlight !== null],
    ['create in flight', ({ inFlight }) => inFlight === 'create'],
    ['update in flight', ({ inFlight }) => inFlight === 'update'],
    ['delete in flight', ({ inFlight }) => inFlight === 'delete'],
    ['create or update in flight', ({ inFlight }) => inFlight === 'create' || inFlight === 'update'],
    ['update or delete in flight', ({ inFlight }) => inFlight === 'update' || inFlight === 'delete'],
    ['no create in flight', ({ inFlight }) => inFlight !== 'create'],
    ['no delete in flight', ({ inFlight }) => inFlight !== 'delete'],
  ],
  [always, ['edited', ({ isEdited }) => isEdited], ['not edited', ({ isEdited }) => !isEdited]],
  [always, ['refused', ({ isRefused }) => isRefused], ['not refused', ({ isRefused }) => !isRefused]],
]
const cubes = conditions
  .reduce<Condition[][]>((all, choices) => all.flatMap((chosen) => choices.map((choice) => (choice === always ? chosen : [...chosen, choice]))), [[]])
  .sort((a, b) => a.length - b.length)
const tracked = allStates.filter(({ name }) => name !== 'untracked')

const cubeOf = (states: readonly RecordState[]): Condition[] | undefined =>
  cubes.find((chosen) =>
    isSame(
      states,
      tracked.filter((state) => chosen.every(([, holds]) => holds(standingOf(state)))),
    ),
  )
const wordsOf = (cube: Condition[]): string => cube.map(([words]) => words).join(', ') || 'any'

function labelOf(states: readonly RecordState[]): string {
  const [first, ...others] = states
  if (first && others.length === 0 && first.name !== 'inFlight' && first.name !== 'refused') return `\`${first.name}\``
  if (first?.name === 'untracked') return `\`untracked\`; ${labelOf(others)}`
  const cube = cubeOf(states)
  if (cube) return wordsOf(cube)
  for (const whole of cubes) {
    const all = tracked.filter((state) => whole.every(([, holds]) => holds(standingOf(state))))
    const except = states.every((state) => all.includes(state)) ? cubeOf(all.filter((state) => !states.includes(state))) : undefined
    if (except) return `${wordsOf(whole)}; but not (${wordsOf(except.filter((condition) => !whole.includes(condition)))})`
  }
  const named = states.filter(({ name }) => name !== 'inFlight' && name !== 'refused').map((state) => labelOf([state]))
  const parts = (['create', 'update', 'delete', null] as const).map((action) =>
    states.filter((state) => standingOf(state).inFlight === action && (action !== null || state.name === 'refused')),
  )
  return [...named, ...parts.filter((part) => part.length > 0 && part.length < states.length).map(labelOf)].join('; ')
}

// ── Rows that differ only in facts that do not matter are one.

interface Line {
  rows: TableRow[]
  facts: Record<string, readonly unknown[]>
}

const statesOf = ({ rows }: Line) => distinct(rows.map(({ state }) => state))
const outcomeOf = ({ rows: [row] }: Line) => JSON.stringify([row?.effects])

/** What becomes of one property in all of these: stays, or the same value everywhere; undefined: neither. */
function change(rows: readonly TableRow[], property: keyof Standing): string | undefined {
  // Of what is on one side only nobody asks whether it is edited.
  const asked = rows.filter(({ next }) => property !== 'isEdited' || !['localOnly', 'deletedHere', 'gone'].includes(next.name))
  const pairs = asked.map(({ state, next }) => [standingOf(state)[property], standingOf(next)[property]] as const)
  if (pairs.every(([before, after]) => before === after)) return ''
  const after = distinct(pairs.map(([, value]) => value))
  if (after.length > 1) return undefined
  const words: Record<keyof Standing, [string, string]> = {
    isHere: ['not here', 'here'],
    isThere: ['not there', 'there'],
    isEdited: ['not edited', 'edited'],
    inFlight: ['nothing in flight', `${after[0]} in flight`],
    isRefused: ['not refused', 'refused'],
  }
  return words[property][after[0] ? 1 : 0]
}

function thenOf(rows: readonly TableRow[]): string | undefined {
  const names = distinct(rows.map(({ next }) => next.name))
  const whole = names.length === 1 && names[0] !== 'inFlight' && names[0] !== 'refused' ? names[0] : undefined
  if (rows.every(({ state, next }) => JSON.stringify(state) === JSON.stringify(next))) return 'as before'
  if (whole !== undefined) return `\`${whole}\``
  const changes = (['isHere', 'isThere', 'isEdited', 'inFlight', 'isRefused'] as const).map((property) => change(rows, property))
  return changes.includes(undefined) ? undefined : changes.filter(Boolean).join(', ')
}

/** The same outcome in the same states, whatever one fact says. */
function joined(one: Line, other: Line): Line | undefined {
  const names = Object.keys(one.facts)
  if (outcomeOf(one) !== outcomeOf(other) || !isSame(names, Object.keys(other.facts)) || !isSame(statesOf(one), statesOf(other))) return undefined
  const differing = names.filter((name) => !isSame(one.facts[name] ?? [], other.facts[name] ?? []))
  const [fact] = differing
  const rows = [...one.rows, ...other.rows]
  if (differing.length !== 1 || fact === undefined || thenOf(rows) === undefined) return undefined
  return { rows, facts: { ...one.facts, [fact]: [...(one.facts[fact] ?? []), ...(other.facts[fact] ?? [])] } }
}

function join(lines: readonly Line[]): Line[] {
  for (const [i, one] of lines.entries())
    for (const [j, other] of lines.entries()) {
      const both = j > i ? joined(one, other) : undefined
      if (both) return join([...lines.slice(0, i), both, ...lines.slice(i + 1, j), ...lines.slice(j + 1)])
    }
  return [...lines]
}

function linesOf(rows: readonly TableRow[]): Line[] {
  const start = (some: TableRow[]): Line => ({
    rows: some,
    facts: Object.fromEntries(Object.entries(some[0]?.facts ?? {}).map(([fact, value]) => [fact, [value]])),
  })
  const alike = Map.groupBy(rows, ({ state, facts, effects }) => JSON.stringify([state.name === 'untracked', facts, effects]))
  return [...alike.values()].flatMap((some) =>
    thenOf(some) === undefined ? [...Map.groupBy(some, (row) => thenOf([row])).values()].map(start) : [start(some)],
  )
}

// ── The words of one line.

function effectText(effect: Effect): string {
  if (effect.do === 'send') return `send ${effect.action}`
  if (effect.do === 'defer') return `defer (${effect.wait})`
  if (effect.do !== 'writeRow') return effect.do
  const { do: _do, ...changes } = effect
  return `writeRow (${Object.entries(changes)
    .map(([what, how]) => `${what}: ${how}`)
    .join(', ')})`
}

function factsText(type: TableRow['type'], facts: Line['facts']): string {
  const all = inputs[type] as Record<string, readonly unknown[]>
  const said = Object.entries(facts).flatMap(([fact, values]) => {
    if (values.length === all[fact]?.length) return []
    return values[0] === true ? [fact] : values[0] === false ? [`not ${fact}`] : [`${fact}: ${values.join(' or ')}`]
  })
  return said.join(', ') || '–'
}

function section(type: TableRow['type'], rows: readonly TableRow[]): string {
  const lines = join(linesOf(rows.filter(({ effects }) => effects.length > 0)))
  const printed = lines.map((line) =>
    [labelOf(statesOf(line)), factsText(type, line.facts), (line.rows[0] as TableRow).effects.map(effectText).join('; '), thenOf(line.rows)].join(' | '),
  )
  return `\n**\`${type}\`**\n\n| state | facts | effects | then |\n|---|---|---|---|\n${printed.map((line) => `| ${line} |\n`).join('')}`
}

const table = transitionTable()
const printed = (Object.keys(inputs) as TableRow['type'][]).map((type) =>
  section(
    type,
    table.filter((row) => row.type === type),
  ),
)

const text = readFileSync(file, 'utf8')
const [from, to] = [text.indexOf(begin) + begin.length, text.indexOf(end)]
const now = `${text.slice(0, from)}${printed.join('')}\n${text.slice(to)}`
if (!process.argv.includes('--check')) writeFileSync(file, now)
else if (now !== text) {
  console.error('docs/contributing-sync.md does not show the table of shared/sync/transition.ts: run `npm run sync-table` and commit the file.')
  process.exitCode = 1
}
