// The steps of a move, each of which is in the databases before the next one begins: whoever is killed in between is gone on with, or undone. The team is
// open in one cell at a time: in the other one its rows arrive closed, and they are opened after this cell has stopped it for good.
import { setTimeout as sleep } from 'node:timers/promises'
import { AdminError } from '../admin-error.ts'
import { accountStore } from './account-store.ts'
import { catchUp, copyAll, type Copied, type Move, open, wipe } from './copy.ts'
import { copyFiles } from './move-files.ts'
import { type MoveRow, moveStore } from './move-store.ts'

/** With so few changes left they are applied while nobody writes. */
const fewChanges = 50
const mostRounds = 20
/** Milliseconds for what was begun before to end: while writes go on, for deliveries under way, and while nobody writes. */
const patience = { copying: 60_000, draining: 60_000, stopped: 1500 }
const mostStops = 5

export interface Done {
  copied: Copied | undefined
  checked: Record<string, number>
  /** Milliseconds for which writes were refused, up to when the router knows. */
  refused_ms: number
}

export interface StepDeps {
  say: (line: string) => void
  /** Tells whoever leads calls to cells. */
  switchRouter: () => Promise<void>
  /** Streams and waiting calls end, to go on in the other cell. */
  wakeClients: () => void
}

const setMove = ({ from, team }: Move, move: 'leaving' | 'draining' | 'stopped' | 'gone' | null) => from.owner.tx((tx) => moveStore.setMove(tx, team.id, move))

/** Waits for all that may have begun before the last commit. False: it takes longer. */
async function settled({ from }: Move, within: number): Promise<boolean> {
  const horizon = await from.owner.tx((tx) => moveStore.horizon(tx))
  for (const end = Date.now() + within; ; await sleep(10)) {
    if (await from.owner.tx((tx) => moveStore.hasPassed(tx, horizon))) return true
    if (Date.now() > end) return false
  }
}

/** What changes is noted from here on. */
export async function beginLeaving(move: Move, record: MoveRow): Promise<void> {
  await move.from.owner.tx(async (tx) => {
    await moveStore.note(tx, move.team.id, record)
    await moveStore.setMove(tx, move.team.id, 'leaving')
  })
  if (!(await settled(move, patience.copying)))
    throw new AdminError('conflict', 'A transaction of the database has been open for a minute. Try again when it has ended.')
}

async function catchUpUntilFew(move: Move): Promise<void> {
  for (let round = 0; round < mostRounds; round++) if ((await catchUp(move)).changes <= fewChanges) return
}

/** Nothing more is taken to be sent, and what was taken is settled: else it would be sent by both cells. */
async function drain(move: Move): Promise<void> {
  await setMove(move, 'draining')
  if (await settled(move, patience.copying))
    for (const end = Date.now() + patience.draining; Date.now() < end; await sleep(50)) {
      const { webhooks, mails, pushes } = await move.from.owner.tx((tx) => moveStore.underWay(tx, move.team.id), 'reading')
      if (webhooks + mails + pushes === 0) return
    }
  await setMove(move, 'leaving')
  throw new AdminError('conflict', 'Deliveries of the team have been under way for a minute. Nothing was switched: run it again, which goes on from here.')
}

/** Stops writes; false when something that began before does not end in time: then they go on. */
async function stop(move: Move): Promise<boolean> {
  await setMove(move, 'stopped')
  if (await settled(move, patience.stopped)) return true
  await setMove(move, 'draining')
  return false
}

/** Writes go on here, unless the team may be open there. Where nobody can say so it stays stopped, until it is run again. */
async function goOnHere(move: Move): Promise<void> {
  try {
    const { record } = await move.to.owner.tx((tx) => moveStore.standing(tx, move.team.id), 'reading')
    if (record?.step !== 'open') await setMove(move, 'leaving')
  } catch {
    // What failed before is what whoever runs it is told.
  }
}

async function switchOver(move: Move, { say, switchRouter, wakeClients }: StepDeps): Promise<{ checked: Record<string, number>; refused_ms: number }> {
  for (let tries = 1; ; tries++) {
    await catchUpUntilFew(move)
    say('comparing')
    const { compared: checked } = await catchUp(move, true)
    await catchUpUntilFew(move)
    const began = performance.now()
    say('stopped: writes are refused')
    if (!(await stop(move))) {
      if (tries < mostStops) continue
      await setMove(move, 'leaving')
      throw new AdminError('conflict', 'A transaction of the database does not end. Nothing was switched: run it again, which goes on from here.')
    }
    try {
      await copyFiles(move.from, move.to, move.team.id, move.files)
      await move.to.owner.tx((target) => open(move, target))
    } catch (error) {
      await goOnHere(move)
      throw error
    }
    say('open in the other cell')
    await setMove(move, 'gone')
    await switchRouter()
    wakeClients()
    return { checked, refused_ms: Math.round(performance.now() - began) }
  }
}

/** From the first row to the last one that is left. */
export async function carryOver(move: Move, record: MoveRow, isCopied: boolean, deps: StepDeps): Promise<Done> {
  deps.say('copying')
  let copied: Copied | undefined
  if (!isCopied) copied = await copyAll(move, record)
  deps.say('copied: catching up')
  await catchUpUntilFew(move)
  deps.say('draining')
  await drain(move)
  return { copied, ...(await switchOver(move, deps)) }
}

/** What it leaves behind goes; that it left stays known. */
export async function cleanUp(move: Move, say: (line: string) => void): Promise<void> {
  const { team, from, to, tables } = move
  say('removing it here')
  await from.owner.tx(async (tx) => {
    const accounts = await accountStore.named(tx, team.id, tables.accounts)
    await moveStore.forgetChanges(tx, team.id)
    for (const table of tables.all.toReversed()) {
      if (table.name !== 'file_objects' || from.store === to.store) await moveStore.remove(tx, table, team.id)
      else await moveStore.dropObjects(tx, team.id)
    }
    await moveStore.removeTeam(tx, team.id)
    await accountStore.removeUnneeded(tx, accounts)
    await moveStore.setStep(tx, team.id, 'left')
  })
  await to.owner.tx((tx) => moveStore.forget(tx, team.id))
}

/** Back to where it was: it stays here, and nothing of it is there. */
export async function undo(move: Move, theirs: MoveRow | undefined): Promise<void> {
  const { team, from, to, tables } = move
  if (theirs) {
    await wipe(to, team, tables)
    await to.owner.tx(async (tx) => {
      await accountStore.removeUnneeded(tx, theirs.accounts)
      await moveStore.forget(tx, team.id)
    })
  }
  await from.owner.tx(async (tx) => {
    await moveStore.setMove(tx, team.id, null)
    await moveStore.forgetChanges(tx, team.id)
    await moveStore.forget(tx, team.id)
  })
}
