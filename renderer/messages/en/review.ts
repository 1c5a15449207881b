// The review: agents' proposals, and possible duplicates.

export const review = {
  proposals: 'Waiting for approval',
  pairs: 'Possible duplicates',
  merged: (from: number, into: number) => `#${from} merged into #${into}`,
  keptBoth: (a: number, b: number) => `Kept both #${a} and #${b}`,
  notAccepted: 'Couldn’t accept it.',
  notRejected: 'Couldn’t reject it.',
  notJudged: 'Couldn’t save your decision.',
  notMerged: 'Couldn’t merge the tasks.',
}
