// Asks together what is asked at the same time. A question that comes while others are under way waits for one of them to come back, and goes
// with all that wait then: every answer is read after its question came, and a lonely question does not wait at all.

export interface GatheredOptions {
  maxTogether: number
  /** Milliseconds after which a question that could not be sent yet is given up, as one that finds no connection is. */
  timeoutMs: number
}

const maxUnderWay = 2

/** `ask` may hand on an answer that is still to come: what follows does not wait for it. */
export function createGathered<Q, A>(
  ask: (questions: readonly Q[]) => Promise<readonly (A | Promise<A>)[]>,
  { maxTogether, timeoutMs }: GatheredOptions,
): (question: Q) => Promise<A> {
  interface Waiting {
    question: Q
    timer: NodeJS.Timeout | undefined
    resolve(answer: A | Promise<A>): void
    reject(error: unknown): void
  }
  const waiting = new Set<Waiting>()
  let underWay = 0

  async function send(): Promise<void> {
    const group = [...waiting.values().take(maxTogether)]
    for (const one of group) {
      waiting.delete(one)
      clearTimeout(one.timer)
    }
    underWay++
    try {
      const answers = await ask(group.map(({ question }) => question))
      for (const [index, { resolve }] of group.entries()) resolve(answers[index] as A)
    } catch (error) {
      for (const { reject } of group) reject(error)
    }
    underWay--
    if (waiting.size > 0) void send()
  }

  return (question) =>
    new Promise((resolve, reject) => {
      const one: Waiting = { question, timer: undefined, resolve, reject }
      waiting.add(one)
      if (underWay < maxUnderWay) return void send()
      one.timer = setTimeout(() => {
        waiting.delete(one)
        reject(new Error('timeout exceeded when trying to connect: what was asked before has no answer yet'))
      }, timeoutMs)
    })
}
