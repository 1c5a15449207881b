// How background work keeps out of the way of those who search: it uses the same threads, so of the time it takes only a share.

/** Of the time while somebody searches. More would be met by more than one search in twenty, and be what makes the slowest ones slow. */
const shareWhileAsked = 0.01

const pause = (milliseconds: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, milliseconds).unref()
  })

export interface Manners {
  /** Of the time while nobody searches. */
  share: number
  /** Milliseconds since somebody searched, and after how many nobody does any more. */
  sinceAsked(): number
  stillAsking: number
}

/** Rests after a piece of work that took so many milliseconds; longer while somebody searches, until nobody does. */
export async function throttleBackground(took: number, { share, sinceAsked, stillAsking }: Manners): Promise<void> {
  const restFor = (part: number) => (took * (1 - part)) / part
  let rested = restFor(share)
  await pause(rested)
  while (rested < restFor(shareWhileAsked) && sinceAsked() < stillAsking) {
    const more = Math.min(restFor(shareWhileAsked) - rested, stillAsking - sinceAsked())
    await pause(more)
    rested += more
  }
}
