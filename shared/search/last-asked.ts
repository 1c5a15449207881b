// When somebody asked last: what can wait keeps out of the way while people search.
export function createLastAsked() {
  const at = { search: Number.NEGATIVE_INFINITY, duplicates: Number.NEGATIVE_INFINITY }
  const since = (what: keyof typeof at) => performance.now() - at[what]
  return {
    /** Answers as before, and notes the moment of the question. */
    noting:
      <A, R>(what: keyof typeof at, answer: (question: A) => R) =>
      (question: A): R => {
        at[what] = performance.now()
        return answer(question)
      },
    /** Milliseconds. */
    sinceSearched: () => since('search'),
    /** Milliseconds, for duplicates or otherwise. */
    sinceAsked: () => Math.min(since('search'), since('duplicates')),
  }
}
