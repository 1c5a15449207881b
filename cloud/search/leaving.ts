/** Teams whose files are being removed: one removal comes after the other, and whoever wants to open them waits. */
export function createLeaving() {
  const leaving = new Map<string, Promise<unknown>>()
  const done = async (team: string): Promise<void> => {
    while (leaving.has(team)) await leaving.get(team)
  }
  return {
    done,
    async remove(team: string, work: () => Promise<void>): Promise<void> {
      const before = leaving.get(team)
      const going = (async () => {
        await before
        await work()
      })()
      const gone = Promise.allSettled([going])
      leaving.set(team, gone)
      void gone.then(() => leaving.get(team) === gone && leaving.delete(team))
      await going
    },
  }
}
