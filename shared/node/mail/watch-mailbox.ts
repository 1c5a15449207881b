// Watches the folders of a mailbox: told by the server where it can tell (IDLE), else asked from time to time. One connection, one folder that is told of at
// once, the others with each look. Where it stands is kept by whoever asked; this only says what is new against that.
import type { ImapFlow } from 'imapflow'
import { type FolderNews, newsOf, type FolderPosition, type FolderState } from './folder-position.ts'
import { answerOf, closeImap, type ImapAccount, openImap } from './imap-client.ts'
import type { MailNet } from './mail-net.ts'
import { openFolder, uidsAfter } from './read-mails.ts'

/** A stretch of a folder that nobody has taken in yet. */
export interface NewMails {
  path: string
  /** In order; never empty. */
  uids: number[]
  /** Where the folder stands once they are taken in. */
  position: FolderPosition
}

export interface MailboxWatcher {
  /** The folders and where each stands; null: it was never looked at. Asked before each look. */
  folders(): Promise<readonly { path: string; position: FolderPosition | null }[]>
  /** Keeps a first position, or one that only grew. */
  keep(path: string, position: FolderPosition): Promise<void>
  /** Takes mails in and keeps the position, in this order or at once. The connection has the folder open. */
  arrived(mails: NewMails, client: ImapFlow): Promise<void>
  /** The position means nothing any more: takes in what came since, and keeps the new one. The connection has the folder open. */
  lost(path: string, before: FolderPosition | null, position: FolderPosition, client: ImapFlow): Promise<void>
  /** All folders were looked at: it works. */
  looked(): Promise<void>
}

export interface WatchTimes {
  /** Between two looks where the server tells by itself: at the folders that it does not tell of, and whether the connection lives. */
  lookEvery: number
  /** Where it does not. */
  pollEvery: number
}

export const usualWatchTimes: WatchTimes = { lookEvery: 60_000, pollEvery: 30_000 }

/** Mails that are taken in at a time. */
export const stretch = 25

export interface WatchOptions extends Partial<WatchTimes> {
  account: ImapAccount
  net: MailNet
  watcher: MailboxWatcher
  /** Ends it, once what is under way is kept. */
  signal: AbortSignal
}

/** Answers how many mails were in the folder when it was opened. */
async function look(client: ImapFlow, net: MailNet, watcher: MailboxWatcher, path: string, position: FolderPosition | null): Promise<number> {
  const state = await openFolder(client, net, path)
  const known = existing(client)
  await take(client, net, watcher, path, position, state)
  return known
}

async function take(client: ImapFlow, net: MailNet, watcher: MailboxWatcher, path: string, position: FolderPosition | null, state: FolderState): Promise<void> {
  const news: FolderNews = newsOf(position, state)
  if (news.kind === 'begun') return watcher.keep(path, news.position)
  if (news.kind === 'lost') return watcher.lost(path, position, news.position, client)
  const { uidValidity, modseq, uidNext } = state
  if (news.kind === 'same') return
  const uids = await uidsAfter(client, net, news.after)
  for (let first = 0; first < uids.length; first += stretch) {
    const some = uids.slice(first, first + stretch)
    await watcher.arrived({ path, uids: some, position: { uidValidity, uid: some.at(-1) as number, modseq } }, client)
  }
  // They came and went, or were moved on by a rule: then the numbers are passed all the same.
  if ((uids.at(-1) ?? 0) < uidNext - 1) await watcher.keep(path, { uidValidity, uid: uidNext - 1, modseq })
}

const existing = ({ mailbox }: ImapFlow): number => (mailbox ? mailbox.exists : 0)

/** Resolves when something may be new in the folder that is open, when it is time to look, when the connection has ended, or when it is to end. */
function waitForNews(client: ImapFlow, ms: number, canIdle: boolean, known: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      client.off('exists', done)
      client.off('close', done)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    client.once('exists', done)
    client.once('close', done)
    signal.addEventListener('abort', done, { once: true })
    // It may have been told of while we were looking.
    if (signal.aborted || !client.usable || existing(client) > known) done()
    // The next command ends it; so does the end of the connection.
    else if (canIdle) client.idle().catch(() => undefined)
  })
}

/** Until it is told to end. Throws MailFault when the connection ends or fails, and what the watcher throws. */
export async function watchMailbox({ account, net, watcher, signal, lookEvery, pollEvery }: WatchOptions): Promise<void> {
  const times = { lookEvery: lookEvery ?? usualWatchTimes.lookEvery, pollEvery: pollEvery ?? usualWatchTimes.pollEvery }
  const client = await openImap(account, net)
  try {
    const canIdle = client.capabilities.has('IDLE')
    while (!signal.aborted) {
      const folders = await watcher.folders()
      let known = 0
      // The first one last: it is the one that stays open, and is told of.
      for (const { path, position } of folders.toReversed()) {
        if (signal.aborted) break
        known = await look(client, net, watcher, path, position)
      }
      if (signal.aborted) break
      await watcher.looked()
      await waitForNews(client, canIdle ? times.lookEvery : times.pollEvery, canIdle, known, signal)
      // A connection that is half closed shows here.
      if (!signal.aborted) await answerOf(client, net, client.noop())
    }
  } finally {
    await closeImap(client)
  }
}
