// Steps that must not overlap: each begins when the one before it has ended, whether that went well or not.

export type InTurn = <T>(step: () => Promise<T>) => Promise<T>

export function createTurns(): InTurn {
  let last: Promise<unknown> = Promise.resolve()
  return (step) => {
    const turn = last.then(step, step)
    last = turn.catch(() => undefined)
    return turn
  }
}
