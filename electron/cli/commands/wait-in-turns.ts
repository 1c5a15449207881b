// The server waits for a while only, so a longer wait is several calls.

/** As the schema has it, which is not loaded for it. */
const maxWaitSeconds = 240

/** `isOver`: whether what was answered ends the wait before its time. */
export async function waitInTurns<T>(seconds: number, ask: (waitSeconds: number) => Promise<T>, isOver: (answer: T) => boolean): Promise<T> {
  const answer = await ask(Math.min(seconds, maxWaitSeconds))
  return isOver(answer) || seconds <= maxWaitSeconds ? answer : waitInTurns(seconds - maxWaitSeconds, ask, isOver)
}
