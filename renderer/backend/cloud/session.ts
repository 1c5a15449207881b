// Who is signed in here, in which teams, and which of them is shown. Kept on the device, so that the web UI opens without a network.
import type { AccountDeletion, CurrentSession } from '../../../shared/schema/cloud/account.ts'
import { ApiError, isAway } from '../api.ts'
import { cloudApi } from '../cloud-api.ts'
import { connection } from '../connection.ts'
import { currentTeam, session, teamIsOpen } from '../session.ts'
import { connectingAt } from './connecting.ts'
import { storage } from '../../lib/storage.ts'
import { forgetWaiting } from './app-badge.ts'
import { acceptInvited } from './invited.ts'
import { forgetPush } from '../web-push.ts'
import { orphaned, takeBack, wipeDevice, wipeTeam } from './replica/kept.ts'

/** Why somebody who was signed in is not any more. */
export type Farewell = 'left' | 'ended' | 'removed' | 'deleted'

const place = 'session'
const farewellPlace = 'tandem:farewell'
const lostPlace = 'tandem:lost'

/** Said once, by the page that began after it. */
export const farewell = (sessionStorage.getItem(farewellPlace) ?? undefined) as Farewell | undefined
sessionStorage.removeItem(farewellPlace)
/** How many writes went with a team. */
export const lost = Number(sessionStorage.getItem(lostPlace) ?? 0)
sessionStorage.removeItem(lostPlace)

function read(): CurrentSession | undefined {
  try {
    return JSON.parse(storage.read(place) || 'null') ?? undefined
  } catch {
    return undefined
  }
}

/** A notification is about a task of one team, whichever was shown last. */
const teamAsked = () => new URLSearchParams(location.search).get('team') ?? undefined

function take(current: CurrentSession): void {
  storage.write(place, JSON.stringify(current))
  const wanted = currentTeam.get() ?? teamAsked() ?? storage.read('team')
  const team = (current.teams.find(({ id }) => id === wanted) ?? current.teams[0])?.id
  // The address loses it with the next step; loaded again there, the same number must not be another team's task.
  if (team !== undefined && team === teamAsked()) storage.write('team', team)
  currentTeam.set(team)
  session.set(current)
}

/** What is known here, at once; then what the cloud says. */
export async function resumeSession(): Promise<void> {
  const kept = read()
  if (kept) take(kept)
  // Again: a tab that was still open may have written after the session ended.
  else if (orphaned()) await wipeDevice(orphaned()?.person)
  const asked = readSession()
  // Nothing to show yet: then the answer is worth waiting for.
  if (!kept) await asked
  // Another tab signed out: this one goes with it, at once.
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === `tandem:${place}` && newValue === null && session.get()) location.reload()
  })
  connection.needsToken.subscribe(() => {
    // A call was refused: only the session itself says whether it has ended.
    if (!connection.needsToken.get()) return
    connection.needsToken.set(false)
    if (session.get()) void readSession()
  })
}

/** With the team to which an invitation led that was opened here. */
async function joined(current: CurrentSession): Promise<CurrentSession> {
  if (currentTeam.get() !== undefined || !current.user.email_verified || !(await acceptInvited(current))) return current
  return cloudApi.getSession()
}

/** Asks the cloud; whoever has no session any more is signed out here as well. */
export async function readSession(): Promise<void> {
  try {
    const current = await joined(await cloudApi.getSession())
    const shown = currentTeam.get()
    if (shown !== undefined && session.get() && !current.teams.some(({ id }) => id === shown)) return await leaveTeam(shown, current)
    await takeBack(current.user.id)
    take(current)
  } catch (error) {
    if (error instanceof ApiError && error.problem.code === 'unauthenticated' && session.get()) await leave('ended')
    else if (!session.get() && !isAway(error) && !(error instanceof ApiError)) throw error
  }
}

/** Removed from a team, or the team is gone: its copy goes, too, and with it what nobody takes any more. */
async function leaveTeam(team: string, current: CurrentSession): Promise<void> {
  sessionStorage.setItem(lostPlace, String(connection.unsent.get()))
  sessionStorage.setItem(farewellPlace, 'removed' satisfies Farewell)
  await moveOn(team, undefined, current)
}

/** The person went out of `from`, by themselves or not: its copy goes, and the web UI starts again with another team. */
export async function moveOn(from: string, to: string | undefined, current = session.get()): Promise<void> {
  teamIsOpen.set(false)
  if (current) storage.write(place, JSON.stringify({ ...current, teams: current.teams.filter(({ id }) => id !== from) }))
  storage.write('team', to ?? '')
  await wipeTeam(from)
  location.assign('/')
}

/** Wipes this device and starts over: nothing of what was in the page's memory may stay either. Who did not go by themselves loses nothing that waits. */
async function leave(why: Farewell): Promise<void> {
  const person = why === 'ended' ? session.get()?.user.id : undefined
  session.set(undefined)
  // Whoever signs in here next must not get what was meant for this person.
  await forgetPush().catch(() => undefined)
  await forgetWaiting()
  await wipeDevice(person)
  sessionStorage.setItem(farewellPlace, why)
  // With another account one goes on with what a client asked for.
  if ((why === 'left' && !connectingAt(location.pathname)) || why === 'deleted') location.assign('/')
  else location.reload()
}

/** Throws what the cloud answers when it refuses; without a network the device is wiped all the same. */
export async function signOut(): Promise<void> {
  try {
    await cloudApi.signOut()
  } catch (error) {
    if (!isAway(error) && !(error instanceof ApiError && error.problem.status === 401)) throw error
  }
  await leave('left')
}

/** Throws what the cloud answers when it refuses. */
export async function deleteAccount(proof: AccountDeletion): Promise<void> {
  await cloudApi.deleteAccount({ body: proof })
  await leave('deleted')
}

/** Another team: the web UI starts again with its tasks. */
export function switchTeam(id: string): void {
  storage.write('team', id)
  location.assign('/')
}

export async function createTeam(name: string): Promise<void> {
  const { id } = await cloudApi.createTeam({ body: { name } })
  storage.write('team', id)
  // With a first team the web UI opens; another one replaces what is shown.
  if (currentTeam.get() === undefined) return readSession()
  const current = session.get()
  if (current) storage.write(place, JSON.stringify({ ...current, teams: [...current.teams, await cloudApi.getTeam({ params: { teamId: id } })] }))
  switchTeam(id)
}
