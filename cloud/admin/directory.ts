// Accounts and teams: lists, searches, and the one that is meant.
import type { AdminContext } from './context.ts'
import { AdminError } from './admin-error.ts'
import { type Command, type Given, numberIn, type Option, wordIn } from './command.ts'
import { directoryStore, type TeamRow, teamOrders, type UserRow, userOrders } from './directory-store.ts'
import { usageOf, usageOfPerson, usageTable } from './quotas/usage.ts'
import { facts, sizeOf, table } from './table.ts'

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i
const mostFound = 100

/** The one that is meant by an id, an address or a name. Throws `not_found`, or `ambiguous` with those that it could be. */
function only<R extends { id: string; name: string | null; created_at: string }>(kind: string, text: string, rows: readonly R[]): R {
  const exact = rows.find(({ id }) => id === text.toLowerCase()) ?? rows.find((row) => 'email' in row && String(row.email).toLowerCase() === text.toLowerCase())
  const [one, ...more] = exact ? [exact] : rows
  if (!one) throw new AdminError('not_found', `There is no ${kind} '${text}'. \`${kind}s find\` looks for a part of it.`)
  if (more.length > 0)
    throw new AdminError(
      'ambiguous',
      `${rows.length > 20 ? 'More than 20' : rows.length} ${kind}s are called '${text}'. Send the id: ${rows
        .slice(0, 20)
        .map(({ id }) => id)
        .join(', ')}.`,
      {
        candidates: rows
          .slice(0, 20)
          .map((row) => ({ id: row.id, name: row.name, ...('email' in row ? { email: row.email } : {}), created_at: row.created_at })),
      },
    )
  return one
}

export const theUser = async ({ owner }: Pick<AdminContext, 'owner'>, who: string): Promise<UserRow> =>
  only('user', who, await owner.tx((tx) => directoryStore.usersCalled(tx, who), 'reading'))

export const theTeam = async ({ owner }: Pick<AdminContext, 'owner'>, who: string): Promise<TeamRow> =>
  only('team', who, await owner.tx((tx) => directoryStore.teamsCalled(tx, who), 'reading'))

function pageOf(given: Given): { limit: number; after: string | undefined } {
  const after = given.after as string | undefined
  if (after !== undefined && !uuid.test(after)) throw new AdminError('usage', `--after must be an id: \`next\` of the page before; got '${after}'.`)
  return { limit: numberIn(given, 'limit', 50, [1, 1000]), after }
}

const paging: Readonly<Record<string, Option>> = {
  limit: { takes: 'NUMBER', says: 'rows at most (default 50, at most 1000)' },
  after: { takes: 'ID', says: 'go on behind this one: `next` of the page before' },
}

const usersTable = (rows: readonly UserRow[]): string =>
  table(
    ['ID', 'ADDRESS', 'NAME', 'TEAMS', 'SESSIONS', 'TOKENS', 'DEVICES', 'CREATED', 'LOCKED'],
    rows.map((row) => [row.id, row.email, row.name, row.teams, row.sessions, row.tokens, row.devices, row.created_at, row.locked_at]),
  )

type SizedTeam = TeamRow & { table_bytes: number }

const teamsTable = (rows: readonly SizedTeam[]): string =>
  table(
    ['ID', 'NAME', 'MEMBERS', 'TOKENS', 'TASKS', 'EVENTS', 'IN TABLES', 'FILES', 'IN FILES', 'CREATED', 'LOCKED', 'DELETED ON'],
    rows.map((row) => [
      ...([row.id, row.name, row.members, row.tokens, row.tasks, row.events, sizeOf(row.table_bytes), row.files, sizeOf(row.file_bytes)] as const),
      ...([row.created_at, row.locked_at, row.deletes_at] as const),
    ]),
  )

const withNext = (text: string, next: string | null, what: string): string => (next === null ? text : `${text}\n\nMore: ${what} --after ${next}`)

/** A page of up to `limit` rows out of one more, and where the next begins. */
function cut<R extends { id: string }>(rows: readonly R[], limit: number): { page: R[]; next: string | null } {
  const page = rows.slice(0, limit)
  return { page, next: rows.length > limit ? (page.at(-1)?.id ?? null) : null }
}

async function sized({ owner }: Pick<AdminContext, 'owner'>, rows: readonly TeamRow[]): Promise<SizedTeam[]> {
  const weights = await owner.tx(
    (tx) =>
      directoryStore.weigh(
        tx,
        rows.map(({ id }) => id),
      ),
    'reading',
  )
  return rows.map(({ ...row }) => {
    // Given along where teams are put in order by it.
    if ('bytes' in row) delete row.bytes
    return { ...row, table_bytes: weights.filter(({ team_id }) => team_id === row.id).reduce((sum, { bytes }) => sum + bytes, 0) }
  })
}

const usersList: Command = {
  name: 'users list',
  says: 'Accounts, with how many teams, sessions, tokens and devices each has.',
  options: { ...paging, sort: { takes: 'WORD', says: `${userOrders.join(', ')} (default newest)` } },
  async run({ owner }, given) {
    const { limit, after } = pageOf(given)
    const order = wordIn(given, 'sort', 'newest', userOrders)
    const { page, next } = cut(await owner.tx((tx) => directoryStore.users(tx, order, { limit: limit + 1, after }), 'reading'), limit)
    return { data: { users: page, next }, text: withNext(usersTable(page), next, `users list --sort ${order}`) }
  },
}

const usersFind: Command = {
  name: 'users find',
  takes: 'TEXT',
  says: 'Accounts whose address or name has this in it, or whose id it is; 100 at most.',
  options: {},
  async run({ owner }, _given, text) {
    const users = await owner.tx((tx) => directoryStore.findUsers(tx, text, mostFound), 'reading')
    return { data: { users }, text: users.length === 0 ? `No account has '${text}' in its address or name.` : usersTable(users) }
  },
}

const usersShow: Command = {
  name: 'users show',
  takes: 'WHO',
  says: 'One account, its teams, and what it has of its quotas. WHO is an address, an id, or a name that only one has.',
  options: {},
  async run(ctx, _given, who) {
    const user = await theUser(ctx, who)
    const teams = await ctx.owner.tx((tx) => directoryStore.teamsOfUser(tx, user.id), 'reading')
    const usage = await usageOfPerson(ctx, user.id)
    const text = [
      facts(Object.entries(user)),
      table(
        ['TEAM', 'NAME', 'ROLE', 'SINCE'],
        teams.map((row) => [row.id, row.name, row.role, row.since]),
      ),
      usageTable(usage, 'user'),
    ]
    return { data: { user: { ...user, memberships: teams, usage } }, text: text.join('\n\n') }
  },
}

const teamsList: Command = {
  name: 'teams list',
  says: 'Teams, with the size of each. `--sort bytes` reads the whole database.',
  options: { ...paging, sort: { takes: 'WORD', says: `${teamOrders.join(', ')} (default newest)` } },
  async run(ctx, given) {
    const { limit, after } = pageOf(given)
    const order = wordIn(given, 'sort', 'newest', teamOrders)
    const { page, next } = cut(await ctx.owner.tx((tx) => directoryStore.teams(tx, order, { limit: limit + 1, after }), 'reading'), limit)
    const teams = await sized(ctx, page)
    return { data: { teams, next }, text: withNext(teamsTable(teams), next, `teams list --sort ${order}`) }
  },
}

const teamsFind: Command = {
  name: 'teams find',
  takes: 'TEXT',
  says: 'Teams whose name, or a member’s address, has this in it, or whose id it is; 100 at most.',
  options: {},
  async run(ctx, _given, text) {
    const teams = await sized(ctx, await ctx.owner.tx((tx) => directoryStore.findTeams(tx, text, mostFound), 'reading'))
    return { data: { teams }, text: teams.length === 0 ? `No team has '${text}' in its name or in a member’s address.` : teamsTable(teams) }
  },
}

const teamsShow: Command = {
  name: 'teams show',
  takes: 'WHICH',
  says: 'One team, its members, what it has of its quotas, and what its rows weigh by table. WHICH is an id, or a name that only one has.',
  options: {},
  async run(ctx, _given, which) {
    const team = await theTeam(ctx, which)
    const [members, tables] = await ctx.owner.tx(
      async (tx) => [await directoryStore.membersOf(tx, team.id), await directoryStore.weigh(tx, [team.id])] as const,
      'reading',
    )
    const table_bytes = tables.reduce((sum, { bytes }) => sum + bytes, 0)
    const usage = await usageOf(ctx, team.id)
    const text = [
      facts(Object.entries({ ...team, table_bytes })),
      table(
        ['MEMBER', 'ADDRESS', 'NAME', 'ROLE', 'STATUS', 'SINCE'],
        members.map((row) => [row.user_id, row.email, row.name, row.role, row.status, row.since]),
      ),
      usageTable(usage, 'team'),
      table(
        ['TABLE', 'ROWS', 'SIZE'],
        tables.map((row) => [row.table, row.rows, sizeOf(row.bytes)]),
      ),
    ]
    return {
      data: {
        team: { ...team, table_bytes, tables: tables.map(({ table: name, rows, bytes }) => ({ table: name, rows, bytes })), people: members, usage },
      },
      text: text.join('\n\n'),
    }
  },
}

export const directoryCommands: readonly Command[] = [usersList, usersFind, usersShow, teamsList, teamsFind, teamsShow]
