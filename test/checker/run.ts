// One run: a team, clients that work, faults among them, and in the end a verdict of each verifier.
import { newPerson, newTeam, type TestTeam } from '../support/cloud/cloud.ts'
import { callUrl } from '../contract/target.ts'
import { randomFrom } from '../support/fuzz/random.ts'
import { iosToken } from '../support/push/push-cloud.ts'
import { createCaller } from './caller.ts'
import { createClient } from './client.ts'
import { type CheckedDesktop, openCheckedDesktop } from './desktop.ts'
import { type Evidence, lostWrites, type Violation } from './evidence.ts'
import { readEnd } from './final-state.ts'
import { openHistory } from './history.ts'
import { runNemesis } from './nemesis.ts'
import { allReady } from './all-ready.ts'
import { followTeam } from './stream-follower.ts'
import type { System } from './system.ts'
import { verifiers } from './verifiers/all.ts'

export interface RunOptions {
  seed: number
  /** Of faults. */
  seconds: number
  clients: number
  desktops: number
  /** Milliseconds that a client waits between two things, on average. */
  pauseMs: number
  /** Milliseconds for which a fault lasts, at least and at most. */
  lasts: readonly [number, number]
  /** Milliseconds until everything must answer again after it was healed. */
  recoverMs: number
  /** Milliseconds in which another history must be noticed. */
  noticeWithinMs: number
  /** Where the history is written, line by line. */
  file: string | undefined
  say: (line: string) => void
}

export interface Verdict {
  seed: number
  system: System['name']
  mode: System['mode']
  seconds: number
  evidence: Evidence
  missing: readonly string[]
  verdicts: { name: string; promise: string; violations: Violation[] }[]
  /** Acknowledged, and gone with an asynchronous standby's promotion. */
  lost: number
  /** Why the run could not go on, if it could not. */
  broke: string | undefined
}

export async function runChecker(open: (now: () => number) => Promise<System>, options: RunOptions): Promise<Verdict> {
  const { seed, seconds, recoverMs, say } = options
  const history = openHistory(options.file)
  const system = await open(history.now)
  const desktops: CheckedDesktop[] = []
  try {
    await allReady(system.urls, recoverMs)
    const { team, tokens, person } = await prepare(system, options.clients)
    for (let i = 0; i < options.desktops; i++) {
      const own = { ...team, token: tokens[options.clients + i] as string }
      desktops.push(await openCheckedDesktop(`desktop${i}`, system.urls[i % system.urls.length] as string, own, history))
    }
    const headersOf = (i: number) => ({ authorization: `Bearer ${tokens[i]}`, 'x-team-id': team.id })
    let isOver = false
    const stopped = () => isOver
    const shared: number[] = []
    const callers = Array.from({ length: options.clients }, (_, i) =>
      createCaller({ urls: system.urls, first: i, timeoutMs: 8000, giveUpMs: 60_000, stopped: () => isOver && gaveUp() }),
    )
    let overAt = Number.POSITIVE_INFINITY
    const gaveUp = () => history.now() > overAt + 20_000
    const followers = callers.map((_, i) => followTeam(`c${i}`, system.urls, headersOf(i), history, i))
    const working = callers.map((call, i) =>
      createClient({
        name: `c${i}`,
        history,
        call,
        random: randomFrom(seed * 1000 + i),
        token: headersOf(i),
        person,
        shared,
        mcpUrl: () => system.urls[i % system.urls.length] as string,
        usesMcp: i === callers.length - 1,
        sends: system.pushes !== undefined,
      }).run(stopped, options.pauseMs),
    )
    const atDesks = desktops.map((desktop) => desktop.run(stopped, options.pauseMs))
    let broke: string | undefined
    await runNemesis({ system, history, random: randomFrom(seed), lasts: options.lasts, recoverMs, until: history.now() + seconds * 1000, say }).catch(
      (error: Error) => (broke = error.stack ?? error.message),
    )
    overAt = history.now()
    isOver = true
    await Promise.all([...working, ...atDesks])
    const endedAt = history.now()
    say(`${(endedAt / 1000).toFixed(1)} s: everything is healed; ${history.operations.length} operations`)
    const evidence = await readEnd({
      system,
      history,
      teamId: team.id,
      call: callers[0] as (typeof callers)[number],
      headers: headersOf(0),
      followers,
      desktops,
      noticeWithinMs: options.noticeWithinMs,
      endedAt,
    })
    const verdicts = verifiers.map(({ name, promise, check }) => ({ name, promise, violations: check(evidence) }))
    if (broke) say(system.output())
    return {
      seed,
      system: system.name,
      mode: system.mode,
      seconds: overAt / 1000,
      evidence,
      missing: system.missing,
      verdicts,
      lost: lostWrites(evidence).excused.length,
      broke,
    }
  } catch (error) {
    say(system.output())
    throw error
  } finally {
    for (const desktop of desktops) await desktop.close()
    await system.close()
  }
}

/** A team with a token for each client and each desktop, and a person with a device. */
async function prepare(system: System, clients: number): Promise<{ team: TestTeam; tokens: string[]; person: Record<string, string> }> {
  const cloud = {
    call: (method: string, path: string, body?: unknown, headers?: Record<string, string>) => callUrl(`${system.urls[0]}/api${path}`, method, body, headers),
  }
  const owner = await newPerson(cloud, 'owner')
  const team = await newTeam(cloud, owner, 'checked')
  const tokens: string[] = []
  for (let i = 0; i < clients + 4; i++) {
    const made = await owner.call('POST', `/teams/${team.id}/tokens`, { name: `client ${i}` })
    if (made.status !== 201) throw new Error(`token: ${made.status} ${JSON.stringify(made.body)}`)
    tokens.push(made.body.token)
  }
  if (system.pushes) await owner.call('POST', '/devices', { token: iosToken(), platform: 'ios' })
  return { team, tokens, person: { ...owner.as, 'x-team-id': team.id } }
}
