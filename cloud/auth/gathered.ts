// Asks together what is asked at the same time. A question that comes while others are under way waits for one of them to come back, and goes
// with all that wait then: every answer is read after its question came, and a lonely question does not wait at all.

const mostUnderWay = 2
const mostTogether = 100

export function createGathered<Q, A>(ask: (questions: readonly Q[]) => Promise<readonly A[]>): (question: Q) => Promise<A> {
  interface Waiting {
    question: Q
    resolve(answer: A): void
    reject(error: unknown): void
  }
  const waiting: Waiting[] = []
  let underWay = 0

  async function send(): Promise<void> {
    const group = waiting.splice(0, mostTogether)
    underWay++
    try {
      const answers = await ask(group.map(({ question }) => question))
      for (const [index, { resolve }] of group.entries()) resolve(answers[index] as A)
    } catch (error) {
      for (const { reject } of group) reject(error)
    }
    underWay--
    if (waiting.length > 0) void send()
  }

  return (question) =>
    new Promise((resolve, reject) => {
      waiting.push({ question, resolve, reject })
      if (underWay < mostUnderWay) void send()
    })
}
