// What operators see of accounts and teams, and what they are told when they ask wrongly.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addMember, newPerson, newTeam, openCloud, type TestCloud, type TestPerson, type TestTeam } from '../../../support/cloud/cloud.ts'
import { admin, mustAdmin, startAdmin } from '../../../support/operator/operator.ts'
import { onDatabase } from '../../../support/cloud/postgres.ts'

let cloud: TestCloud
let ana: TestPerson
let teams: TestTeam[]

beforeAll(async () => {
  cloud = await openCloud()
  ana = await newPerson(cloud, 'Ana 100%', `ana-${process.pid}@example.org`)
  teams = []
  for (const [place, name] of ['Small', 'Middle', 'Large'].entries()) {
    const team = await newTeam(cloud, ana, name)
    for (let more = 0; more < place * 3; more++) await team.call('POST', '/tasks', { title: `Task ${more}`, description: 'words '.repeat(100 * place) })
    teams.push(team)
  }
  await addMember(cloud, teams[0] as TestTeam, ana, await newPerson(cloud, 'Bo'))
})
afterAll(() => cloud.close())

const names = (rows: { name: string }[]) => rows.map(({ name }) => name)

describe('lists', () => {
  it.each(['tasks', 'events', 'bytes'])('[OP7] teams by %s, a page at a time, with their sizes', async (sort) => {
    const first = await mustAdmin(cloud.database, 'teams', 'list', '--sort', sort, '--limit', '2')
    expect(names(first.teams)).toEqual(['Large', 'Middle'])
    expect(first.teams[0]).toMatchObject({ tasks: 6, members: 1, tokens: 1, files: 0, file_bytes: 0, locked_at: null, deletes_at: null })
    expect(first.teams[0].table_bytes).toBeGreaterThan(first.teams[1].table_bytes)
    const rest = await mustAdmin(cloud.database, 'teams', 'list', '--sort', sort, '--limit', '2', '--after', first.next)
    expect(names(rest.teams)).toEqual(['Small'])
    expect(rest.next).toBeNull()
  })

  it('[OP7] accounts, found by a part of an address or name, whatever signs are in it', async () => {
    expect(names((await mustAdmin(cloud.database, 'users', 'list', '--sort', 'teams')).users)[0]).toBe('Ana 100%')
    expect(names((await mustAdmin(cloud.database, 'users', 'find', '00%')).users)).toEqual(['Ana 100%'])
    expect(names((await mustAdmin(cloud.database, 'users', 'find', '_')).users)).toEqual([])
    expect(await mustAdmin(cloud.database, 'users', 'show', ana.id)).toMatchObject({
      user: { email: ana.email, teams: 3, tokens: 3, sessions: 1, memberships: [{ name: 'Large', role: 'owner' }, { name: 'Middle' }, { name: 'Small' }] },
    })
    expect(names((await mustAdmin(cloud.database, 'teams', 'find', ana.email)).teams).toSorted()).toEqual(['Large', 'Middle', 'Small'])
    const shown = await mustAdmin(cloud.database, 'teams', 'show', 'large')
    expect(shown.team.tables.map(({ table }: { table: string }) => table)).toEqual(expect.arrayContaining(['tasks', 'event_queue', 'members']))
    expect(shown.team.people).toMatchObject([{ email: ana.email, role: 'owner' }])
  })

  it('[OP1] without --json the same is a table, in which nothing of others moves the cursor', async () => {
    await ana.call('PATCH', `/teams/${teams[2]?.id}`, { name: 'Large' })
    await onDatabase(cloud.database.url, (client) => client.query('UPDATE teams SET name = $1 WHERE id = $2', ['La\u001b[2Jrge', teams[2]?.id]))
    const { code, out } = await startAdmin(cloud.database, ['teams', 'list']).done
    await onDatabase(cloud.database.url, (client) => client.query("UPDATE teams SET name = 'Large' WHERE id = $1", [teams[2]?.id]))
    expect(code).toBe(0)
    expect(out).toContain('IN TABLES')
    expect(out).toContain('Small')
    expect(out).not.toContain('\u001b')
  })
})

describe('what is asked wrongly', () => {
  it.each([
    [['users', 'lst'], /no command 'users lst'.*users list/],
    [[], /Which command/],
    [['users', 'list', '--size', '1'], /Unknown option '--size'.*--limit/],
    [['users', 'list', 'ana'], /takes no further words/],
    [['users', 'show'], /takes one WHO/],
    [['users', 'show', ''], /empty/],
    [['users', 'list', '--limit', '0'], /--limit must be a whole number from 1 to 1000/],
    [['users', 'list', '--limit', '1e9'], /--limit/],
    [['users', 'list', '--after', 'x'], /--after must be an id/],
    [['teams', 'list', '--sort', 'weight'], /--sort must be newest, tasks/],
    [['audit', '--before', '1'], /--before must be the id/],
    [['audit', '--as', 'a\nb'], /--as must be a name on one line/],
  ])('[OP1] %j is refused with what to send: exit code 2', async (args, words) => {
    const { code, json } = await admin(cloud.database, args)
    expect(code).toBe(2)
    expect(json.error).toMatchObject({ code: 'usage', detail: expect.stringMatching(words) })
  })

  it('[OP1] a setting that has no sense, a database that is not there, one that is no cloud’s, and one of somebody else', async () => {
    expect(await admin(cloud.database, ['audit'], { TANDEM_POOL_SIZE: 'many' })).toMatchObject({ code: 2, json: { error: { code: 'usage' } } })
    expect(await admin({ url: 'postgresql://127.0.0.1:1/none' }, ['audit'])).toMatchObject({ code: 1, json: { error: { code: 'unreachable' } } })
    const role = `stranger_${process.pid}`
    await onDatabase(cloud.database.url, (client) => client.query(`CREATE ROLE ${role} LOGIN PASSWORD 'x'`))
    try {
      const strange = cloud.database.url.replace(/(?<=:\/\/)[^@]*@/, `${role}:x@`)
      const { code, json } = await admin({ url: strange }, ['users', 'list'])
      expect(code).toBe(1)
      expect(json.error).toMatchObject({ code: 'refused', detail: expect.stringContaining(role) })
    } finally {
      await onDatabase(cloud.database.url, (client) => client.query(`DROP ROLE ${role}`))
    }
  })

  it('[OP1] --help says what each command takes', async () => {
    const { code, out } = await startAdmin(cloud.database, ['--help']).done
    expect(code).toBe(0)
    expect(out).toContain('users lock WHO')
    const one = await startAdmin(cloud.database, ['teams', 'list', '--help']).done
    expect(one).toMatchObject({ code: 0, out: expect.stringContaining('--sort WORD') })
  })
})
