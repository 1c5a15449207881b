// The review: agents' proposals, and possible duplicates.
import type { review as english } from '../en/review.ts'

export const review: typeof english = {
  proposals: 'Wartet auf Freigabe',
  pairs: 'Mögliche Duplikate',
  merged: (from, into) => `#${from} mit #${into} zusammengeführt`,
  keptBoth: (a, b) => `#${a} und #${b} bleiben beide`,
  notAccepted: 'Annehmen hat nicht geklappt.',
  notRejected: 'Ablehnen hat nicht geklappt.',
  notJudged: 'Deine Entscheidung konnte nicht gespeichert werden.',
  notMerged: 'Die Aufgaben konnten nicht zusammengeführt werden.',
}
