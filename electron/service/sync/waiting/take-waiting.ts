// How something that waits for a person stands in the team is written here: the first decision stands.
import { isSame, type Stand, type There, type WaitingKind } from './waiting-kind.ts'

/** Of one session after the other. */
export interface Underway {
  /** By uid: they may differ from what the cloud has. Found anew with each session. */
  unsure: Set<string>
  /** What was sent, until its answer is read. */
  sent: Map<string, Stand>
  /** False: the cloud is older than this kind. */
  isTaken: boolean
}

export function createTakeWaiting<T extends There>(kind: WaitingKind<T>, { unsure, sent }: Underway) {
  const { ground, undecided } = kind

  /** Inside a transaction: how it stands there. `isAll`: of a list of all, which a cloud that was restored may answer with older versions. */
  return function take(told: T, isAll: boolean): void {
    const { uid, version, state } = told
    const known = ground.get(uid)
    if (known && !isAll && version <= known.version) return
    const there = { uid, version, state, said: kind.saidThere(told) }
    const here = kind.here(uid)
    if (!here) {
      if (kind.add(told)) ground.put(there)
      return
    }
    ground.put(there)
    if (isSame(here, there)) return kind.confirm?.(told)
    const echo = sent.get(uid)
    const isNews = !known || version !== known.version || !isSame(known, there)
    const isUnsent = known ? !isSame(here, known) : here.state !== undecided
    // It was changed here since it was sent, or was decided here and not there.
    if (!isNews || (echo && isSame(echo, there)) || (isUnsent && state === undecided)) unsure.add(uid)
    // The first decision stands.
    else kind.settle(told)
  }
}
