// Whether the database is as the cloud needs it. Reads only, in one moment of it.
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { migrations } from '../db/migrations/migrations.ts'
import type { Tx } from '../db/database.ts'
import { checkStore, type Finding } from './check-store.ts'
import type { Command } from './command.ts'
import type { AdminContext } from './context.ts'
import { keptObjects, knownObjects } from './keys/kept-objects.ts'
import { sealedKinds } from './keys/sealed.ts'
import { table } from './table.ts'

const stretch = 500
const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i

const about = (rule: string, found: string): Finding => ({ rule, team_id: null, found })

async function migrationFindings(tx: Tx): Promise<Finding[]> {
  const there = new Set(await checkStore.migrations(tx))
  const wanted = Object.keys(migrations)
  return [
    ...wanted.filter((name) => !there.has(name)).map((name) => about('migrations', `${name} did not run`)),
    ...[...there].filter((name) => !wanted.includes(name)).map((name) => about('migrations', `${name} is of a newer version`)),
  ]
}

/** What no key opens. */
async function sealedFindings(tx: Tx, { keys }: AdminContext): Promise<Finding[]> {
  const found: Finding[] = []
  for (const kind of sealedKinds) {
    const { unopened } = await kind.count(tx, keys)
    if (unopened > 0) found.push(about('sealed', `${unopened} of ${kind.name} open with none of the keys`))
  }
  return found
}

/** Objects of the store, by teams, that no row knows. Undefined: a bucket is not listed. */
async function unknownInStore(tx: Tx, folder: string | undefined): Promise<number | undefined> {
  if (folder === undefined) return undefined
  let unknown = 0
  for (const team of (await readdir(folder).catch(() => [])).filter((name) => uuid.test(name))) {
    const objects = (await readdir(join(folder, team))).filter((name) => uuid.test(name))
    for (let first = 0; first < objects.length; first += stretch) {
      const some = objects.slice(first, first + stretch)
      unknown += some.length - (await knownObjects(tx, some)).size
    }
  }
  return unknown
}

async function fileFindings(tx: Tx, { place }: AdminContext): Promise<{ found: Finding[]; missing: number }> {
  const found: Finding[] = []
  let missing = 0
  let after: { team_id: string; object: string } | undefined
  for (;;) {
    const some = await keptObjects(tx, after, stretch)
    for (const { team_id, object } of some) {
      if (await place.has({ team: team_id, object })) continue
      missing++
      if (found.length < 100) found.push({ rule: 'files', team_id, found: `object ${object} is not in the store` })
    }
    after = some.at(-1)
    if (some.length < stretch) return { found, missing }
  }
}

export const checkCommand: Command = {
  name: 'check',
  says: 'Whether the database is as the cloud needs it: counters, events, texts of history, orphans, rows of deleted teams, files, sealed values, row-level security, migrations. Changes nothing; exit code 1 and a list when something is wrong.',
  options: {},
  async run(ctx) {
    const findings: Finding[] = []
    const files = await ctx.owner.tx(async (tx) => {
      findings.push(...(await migrationFindings(tx)), ...(await checkStore.unguarded(tx)))
      if (!(await checkStore.auditIsKept(tx))) findings.push(about('audit', 'the trigger that keeps operator_acts is gone'))
      findings.push(
        ...(await checkStore.texts(tx)),
        ...(await checkStore.counters(tx)),
        ...(await checkStore.events(tx)),
        ...(await checkStore.orphans(tx)),
        ...(await checkStore.ofNoTeam(tx)),
      )
      findings.push(...(await checkStore.moves(tx)), ...(await sealedFindings(tx, ctx)))
      const { found, missing } = await fileFindings(tx, ctx)
      findings.push(...found)
      return { missing_in_store: missing, unknown_in_store: (await unknownInStore(tx, ctx.filesFolder)) ?? null }
    }, 'reading')
    const isGood = findings.length === 0
    const spare = files.unknown_in_store ? ` The store has ${files.unknown_in_store} objects that the database does not know, which does no harm.` : ''
    const list = table(
      ['RULE', 'TEAM', 'FOUND'],
      findings.map((one) => [one.rule, one.team_id, one.found]),
    )
    return { data: { ok: isGood, findings, files }, text: isGood ? `All is as it should be.${spare}` : `${list}${spare}`, isBad: !isGood }
  },
}
