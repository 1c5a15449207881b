// What operators end and delete, while two instances run, and what the check of the database finds.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { png } from '../../../support/attachments.ts'
import { addMember, newPerson, newTeam, openCloud, signIn, type TestCloud, type TestPerson, type TestTeam } from '../../../support/cloud/cloud.ts'
import { onDatabase } from '../../../support/cloud/postgres.ts'
import { follow } from '../../../support/cloud/team-events.ts'
import { sendFile } from '../../../support/files/team-files.ts'
import { admin, mustAdmin } from '../../../support/operator/operator.ts'

let cloud: TestCloud
let second: TestCloud
let ana: TestPerson
let team: TestTeam

const seldom = { streams: { pollEvery: 3_600_000 } }
beforeAll(async () => {
  cloud = await openCloud(seldom)
  second = await openCloud(seldom, cloud.database)
  ana = await newPerson(cloud, 'Ana')
  team = await newTeam(cloud, ana, 'Kitchen')
})
afterAll(async () => {
  await second.close()
  await cloud.close()
})
const here = () => ({ TANDEM_CLOUD_DATA_DIR: cloud.dataDir })
const check = () => admin(cloud.database, ['check'], here())

describe('revoke', () => {
  it('[OP8] ends all that is open in the name of an address, in all teams and on all instances, and nothing of others', async () => {
    const bo = await newPerson(cloud, 'Bo')
    const garden = await newTeam(cloud, bo, 'Garden')
    await addMember(cloud, team, ana, bo, 'admin')
    const forAna = (await bo.call('POST', `/teams/${team.id}/tokens`, { name: 'for Ana', person: ana.id })).body.token as string
    const calendar = new URL((await bo.call('POST', `/teams/${team.id}/calendars`, { of: 'all' })).body.url).pathname
    const streams = [await follow(second.url, { ...bo.as, 'x-team-id': team.id }), await follow(second.url, garden.as)]
    const anas = await follow(second.url, { ...ana.as, 'x-team-id': team.id })
    const refused = await admin(cloud.database, ['revoke', '--address', bo.email])
    expect(refused).toMatchObject({ code: 1, json: { error: { code: 'refused', detail: expect.stringContaining('--yes') } } })
    expect((await bo.call('GET', '/auth/session')).status).toBe(200)

    const { ended } = await mustAdmin(cloud.database, 'revoke', '--address', bo.email.toUpperCase(), '--yes')
    expect(ended).toEqual({ sessions: 1, tokens: 2, agents: 0, calendars: 1, devices: 0, links: expect.any(Number), passkeys: 0, invitation_links: 0 })
    for (const stream of streams) await stream.ended
    for (const as of [bo.as, { ...garden.as }, { authorization: `Bearer ${forAna}`, 'x-team-id': team.id }])
      expect((await second.call('GET', '/tasks', undefined, { 'x-team-id': team.id, ...as })).status).toBe(401)
    expect((await fetch(`${second.url}${calendar}`)).status).toBe(404)
    expect((await second.call('GET', '/tasks', undefined, team.as)).status).toBe(200)
    anas.close()
    // The account is not locked.
    expect((await signIn(second, bo.email)).id).toBe(bo.id)
  })

  it('[OP8] an address that is in no team, one that was only invited, and one that nobody has', async () => {
    const alone = await newPerson(cloud, 'Alone')
    expect((await mustAdmin(cloud.database, 'revoke', '--address', alone.email, '--yes')).ended).toMatchObject({ sessions: 1, tokens: 0 })
    expect((await alone.call('GET', '/auth/session')).status).toBe(401)
    await ana.call('POST', `/teams/${team.id}/members`, { email: 'guest@example.org' })
    expect(await mustAdmin(cloud.database, 'revoke', '--address', 'guest@example.org', '--yes')).toMatchObject({
      user_id: null,
      ended: { invitation_links: 1 },
    })
    expect(await admin(cloud.database, ['revoke', '--address', 'nobody@example.org', '--yes'])).toMatchObject({
      code: 1,
      json: { error: { code: 'not_found' } },
    })
    expect(await admin(cloud.database, ['revoke', '--yes'])).toMatchObject({ code: 2 })
    expect(await admin(cloud.database, ['revoke', '--address', 'ana', '--yes'])).toMatchObject({ code: 2 })
  })
})

describe('deleting', () => {
  it('[OP9] an account goes by the rules of its owner: the last owner stays, who is alone takes the team along', async () => {
    const cleo = await newPerson(cloud, 'Cleo')
    const shared = await newTeam(cloud, cleo, 'Shared')
    const own = await newTeam(cloud, cleo, 'Own')
    await addMember(cloud, shared, cleo, ana)
    const held = await admin(cloud.database, ['users', 'delete', cleo.email, '--yes'])
    expect(held).toMatchObject({ code: 1, json: { error: { code: 'conflict', teams: [shared.id] } } })
    expect((await cleo.call('GET', '/auth/session')).status).toBe(200)
    const members = (await cleo.call('GET', `/teams/${shared.id}/members`)).body as { id: string; user_id: string }[]
    await cleo.call('PATCH', `/teams/${shared.id}/members/${members.find(({ user_id }) => user_id === ana.id)?.id}`, { role: 'owner' })
    const stream = await follow(second.url, { ...cleo.as, 'x-team-id': own.id })
    expect(await mustAdmin(cloud.database, 'users', 'delete', cleo.email, '--yes')).toMatchObject({
      teams_deleted: [{ id: own.id }],
      teams_left: [{ id: shared.id }],
    })
    await stream.ended
    expect((await cleo.call('GET', '/auth/session')).status).toBe(401)
    expect((await ana.call('GET', `/teams/${own.id}`)).status).toBe(404)
    // What was done to whom is there still.
    expect((await mustAdmin(cloud.database, 'audit', '--target', cleo.id)).acts.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
      'done',
      'begun',
      'refused',
      'begun',
    ])
  })

  it('[OP9] a team goes in seven days, in which its owner can keep it, or now', async () => {
    const later = await newTeam(cloud, ana, 'Later')
    const { deletes_at } = await mustAdmin(cloud.database, 'teams', 'delete', 'Later', '--yes')
    expect(Date.parse(deletes_at) - Date.now()).toBeGreaterThan(6 * 86_400_000)
    expect((await ana.call('GET', `/teams/${later.id}`)).body).toMatchObject({ deletes_at })
    expect((await ana.call('POST', `/teams/${later.id}/restore`)).status).toBe(200)
    const stream = await follow(second.url, { ...ana.as, 'x-team-id': later.id })
    expect(await mustAdmin(cloud.database, 'teams', 'delete', later.id, '--now', '--yes')).toMatchObject({ deleted: true })
    await stream.ended
    expect((await ana.call('GET', `/teams/${later.id}`)).status).toBe(404)
    expect(await admin(cloud.database, ['teams', 'delete', later.id, '--now', '--yes'])).toMatchObject({ code: 1, json: { error: { code: 'not_found' } } })
  })
})

describe('check', () => {
  it('[OP10] finds nothing in what the cloud wrote', async () => {
    expect(await check()).toMatchObject({ code: 0, json: { ok: true, findings: [], files: { missing_in_store: 0 } } })
  })

  const task = async () => (await team.call('POST', '/tasks', { title: 'Bake' })).body.id as number
  it.each([
    [
      'counters',
      async () => [
        'UPDATE team_counters SET task_counts[1] = task_counts[1] + 1 WHERE team_id = $1',
        'UPDATE team_counters SET task_counts[1] = task_counts[1] - 1 WHERE team_id = $1',
      ],
    ],
    [
      'counters',
      async () => [
        `UPDATE team_counters SET tasks = tasks - ${await task()} WHERE team_id = $1`,
        'UPDATE team_counters SET tasks = (SELECT max(id) FROM tasks WHERE team_id = $1) WHERE team_id = $1',
      ],
    ],
    [
      'events',
      async () => ['UPDATE event_queue SET seq = -2 WHERE team_id = $1 AND seq = 2', 'UPDATE event_queue SET seq = 2 WHERE team_id = $1 AND seq = -2'],
    ],
    [
      'texts',
      async () => [
        `UPDATE event_queue SET texts = '{"description": {"base": 999999999, "edits": []}}' WHERE team_id = $1 AND seq = 2`,
        'UPDATE event_queue SET texts = NULL WHERE team_id = $1 AND seq = 2',
      ],
    ],
    [
      'teams that are gone',
      async () => [
        "INSERT INTO evidence_trees VALUES ('019a0000-0000-7000-8000-000000000000', $1, 't', now())",
        'DELETE FROM evidence_trees WHERE checkout = $1',
      ],
    ],
    ['row-level security', async () => ['ALTER TABLE tasks DISABLE ROW LEVEL SECURITY', 'ALTER TABLE tasks ENABLE ROW LEVEL SECURITY']],
    ['audit', async () => ['ALTER TABLE operator_acts DISABLE TRIGGER only_added', 'ALTER TABLE operator_acts ENABLE TRIGGER only_added']],
    [
      'migrations',
      async () => [
        "UPDATE kysely_migration SET name = '9999_later' WHERE name = '0059_taken_back'",
        "UPDATE kysely_migration SET name = '0059_taken_back' WHERE name = '9999_later'",
      ],
    ],
  ] as const)('[OP10] finds wrong %s: exit code 1', async (rule, make) => {
    const [breaks, mends] = await make()
    const run = (text = '') => onDatabase(cloud.database.url, (client) => client.query(text, text.includes('$1') ? [team.id] : []))
    await run(breaks)
    try {
      const { code, json } = await check()
      expect(code).toBe(1)
      expect(json.findings.map((one: { rule: string }) => one.rule)).toContain(rule)
    } finally {
      await run(mends)
    }
    expect((await check()).json.findings).toEqual([])
  })

  it('[OP10] finds what opens with no key, and a file whose bytes are gone; changes nothing', async () => {
    await sendFile(cloud, team.as, 'a.png', png)
    await onDatabase(cloud.database.url, (client) => client.query("UPDATE users SET totp_secret = '\\x00' WHERE id = $1", [ana.id]))
    rmSync(join(cloud.dataDir, 'files', team.id), { recursive: true })
    const { code, json } = await check()
    expect(code).toBe(1)
    expect(json.findings).toEqual(
      expect.arrayContaining([expect.objectContaining({ rule: 'sealed' }), expect.objectContaining({ rule: 'files', team_id: team.id })]),
    )
    expect(json.files.missing_in_store).toBe(1)
  })
})
