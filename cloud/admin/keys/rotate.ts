// Another TANDEM_KEY: what the former one sealed is sealed again while instances run, until nothing is left that needs it. Cut off at any moment, it is begun again
// and goes on: what is sealed with the new key already is passed over.
import { aliveInstances, type Instance } from '../../instances/presence.ts'
import { keyFingerprint } from '../../auth/secrets.ts'
import { AdminError } from '../admin-error.ts'
import { type Answer, type Command, numberIn } from '../command.ts'
import type { AdminContext } from '../context.ts'
import { countFiles, resealFiles } from './reseal-files.ts'
import { rotateStore } from './rotate-store.ts'
import { type Tally, sealedKinds } from './sealed.ts'
import { facts, table } from '../table.ts'

interface Left extends Tally {
  what: string
}

const listed = (instances: readonly Instance[]) => instances.map(({ host, pid }) => `${host} (process ${pid})`).join(', ')

async function countAll({ owner, place, keys }: AdminContext): Promise<Left[]> {
  const left: Left[] = []
  await owner.tx(async (tx) => {
    for (const kind of sealedKinds) left.push({ what: kind.name, ...(await kind.count(tx, keys)) })
  }, 'reading')
  left.push({ what: 'files', ...(await countFiles({ owner, place, keys })) })
  return left
}

async function status(ctx: AdminContext): Promise<Answer> {
  const [{ inUse, retired }, instances, unwatched] = await ctx.owner.tx(
    async (tx) => [await rotateStore.standing(tx), await aliveInstances(tx), await rotateStore.unwatched(tx)] as const,
    'reading',
  )
  const left = await countAll(ctx)
  const [key] = ctx.keys.map(keyFingerprint)
  const isDone = inUse.length === 1 && inUse[0] === key && left.every(({ old, unopened }) => old + unopened === 0)
  const text = [
    facts([
      ['seals', key],
      ['keys in use', inUse.join(', ')],
      ['replaced keys', retired.join(', ') || null],
      ['done', isDone ? 'yes: only this key is needed' : 'no'],
    ]),
    table(
      ['SEALED', 'TOTAL', 'WITH ANOTHER KEY', 'WITH NONE'],
      left.map((one) => [one.what, one.total, one.old, one.unopened]),
    ),
    table(
      ['INSTANCE', 'PROCESS', 'VERSION', 'SEALS WITH', 'OPENS'],
      instances.map((one) => [one.host, one.pid, one.version, one.seals, one.opens.join(', ')]),
    ),
  ]
  return { data: { key, in_use: inUse, retired, done: isDone, sealed: left, instances, mailboxes_to_watch_again: unwatched }, text: text.join('\n\n') }
}

/** Throws `conflict` while an instance could not read what is sealed now, or still seals with another key. */
function requireReady(instances: readonly Instance[], key: string): void {
  const blind = instances.filter(({ opens }) => !opens.includes(key))
  if (blind.length > 0)
    throw new AdminError(
      'conflict',
      `These instances do not have the new key (${key}): ${listed(blind)}. Give it to them in TANDEM_OTHER_KEYS first, and restart them.`,
      { instances: blind },
    )
  const behind = instances.filter(({ seals }) => seals !== key)
  if (behind.length > 0)
    throw new AdminError(
      'conflict',
      `These instances still seal with another key: ${listed(behind)}. Make the new one their TANDEM_KEY, with the former one in TANDEM_OTHER_KEYS, and restart them.`,
      {
        instances: behind,
      },
    )
}

async function run(ctx: AdminContext, batch: number): Promise<Answer> {
  const [key = ''] = ctx.keys.map(keyFingerprint)
  const { retired } = await ctx.owner.tx(async (tx) => {
    const standing = await rotateStore.standing(tx, true)
    requireReady(await aliveInstances(tx), key)
    if (!standing.inUse.includes(key)) await rotateStore.set(tx, { ...standing, inUse: [...standing.inUse, key] })
    return standing
  })
  if (retired.includes(key)) throw new AdminError('conflict', `The key ${key} was replaced before and is not used again. Make a new one: openssl rand -hex 32.`)
  let resealed = 0
  for (const kind of sealedKinds) {
    const done = await kind.reseal(ctx.owner, ctx.keys, batch)
    if (done > 0) ctx.say(`${kind.name}: ${done}`)
    resealed += done
  }
  const files = await resealFiles(ctx, ctx.say)
  if (files > 0) ctx.say(`files: ${files}`)
  const left = await countAll(ctx)
  const rest = left.filter(({ old, unopened }) => old + unopened > 0)
  if (rest.length > 0)
    throw new AdminError(
      'failed',
      `Not all is sealed with the new key: ${rest.map(({ what, old, unopened }) => `${what}: ${old + unopened}`).join(', ')}. Run it again; what opens with no key is listed by \`check\`.`,
      { sealed: rest },
    )
  await ctx.owner.tx(async (tx) => {
    const standing = await rotateStore.standing(tx, true)
    // One that started meanwhile may have sealed something with another key since it was counted.
    requireReady(await aliveInstances(tx), key)
    const former = standing.inUse.filter((one) => one !== key)
    if (former.length > 0) await rotateStore.watchAgain(tx)
    await rotateStore.set(tx, { inUse: [key], retired: [...new Set([...standing.retired, ...former])] })
  })
  const total = left.reduce((sum, one) => sum + one.total, 0)
  return {
    data: { key, resealed: resealed + files, sealed: left, done: true },
    text: `Done: ${resealed + files} values were sealed again, and all ${total} open with this key alone. TANDEM_OTHER_KEYS can go from every instance.`,
  }
}

export const rotateCommand: Command = {
  name: 'rotate-key',
  says: 'Seals again, with TANDEM_KEY, what the keys in TANDEM_OTHER_KEYS sealed, while instances run. Cut off, it goes on when it is begun again.',
  options: {
    status: { says: 'changes nothing: which keys are in use, what is still sealed with another one, and which instances have which' },
    batch: { takes: 'NUMBER', says: 'rows in one transaction (default 200, at most 10000)' },
  },
  async run(ctx, given) {
    const batch = numberIn(given, 'batch', 200, [1, 10_000])
    if (given.status === true) return status(ctx)
    const id = ctx.keys.map(keyFingerprint)[0] ?? null
    return ctx.audit.around({ act: 'rotate-key', target: { kind: 'key', id, name: null }, arguments: { batch } }, () => run(ctx, batch))
  },
}
