// Tells all instances which teams have new events, after the commit. Only a hint: what is lost (a crash in between, a broken connection),
// listeners find when they look for themselves. Two ways: NOTIFY (postgres-wakeups.ts) and NATS (nats-wakeups.ts).

// Other names may travel in place of a team's, no longer than one; nobody takes them for a team.

/** In place of a team: sessions of that person have ended. */
export const sessionsOf = (userId: string): string => `user-${userId}`
/** In place of a team: logins of that team may have ended, by no event that says so. */
export const loginsOf = (teamId: string): string => `team-${teamId}`
export const teamOfLogins = (id: string): string | undefined => (id.startsWith('team-') ? id.slice('team-'.length) : undefined)
/** Undefined: it stands for a team. */
export const userOf = (id: string): string | undefined => (id.startsWith('user-') ? id.slice('user-'.length) : undefined)

export interface Wakeups {
  /** A team has new events, written by this instance; or what `sessionsOf` or another part names. */
  changed(teamId: string): void
  /** Calls `heard` with teams that have new events, of this instance and of others. Several may listen. */
  listen(heard: (teamIds: readonly string[]) => void): void
  /** Waits until what is said can reach others, a few seconds at most: for a program that says something and ends. */
  ready(): Promise<void>
  close(): Promise<void>
}

/** Tells that a team is gone, with all that was open in it. */
export const teamGone =
  ({ changed }: Pick<Wakeups, 'changed'>) =>
  (teamId: string): void =>
    [teamId, loginsOf(teamId)].forEach(changed)

const apart = 10

/** Gathers team ids and sends them at most every 10 ms: the first at once, those of a burst together. */
export function createGatherer(send: (teamIds: string[]) => Promise<void>, onError: (error: Error) => void) {
  const waiting = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let sending = Promise.resolve()
  let lastSent = 0

  async function flush(): Promise<void> {
    timer = undefined
    lastSent = performance.now()
    const ids = [...waiting]
    waiting.clear()
    if (ids.length > 0) await send(ids).catch(onError)
  }

  return {
    add(teamId: string): void {
      waiting.add(teamId)
      timer ??= setTimeout(
        () => {
          sending = sending.then(flush)
        },
        Math.max(0, lastSent + apart - performance.now()),
      )
    },
    /** Sends what is left. */
    async close(): Promise<void> {
      clearTimeout(timer)
      await (sending = sending.then(flush))
    },
  }
}
