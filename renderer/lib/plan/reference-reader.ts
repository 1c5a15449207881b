// Who knows what #12 and @name mean: given to texts by those who know the data.
import type { Status } from '../../../shared/schema/task.ts'

export interface ReferenceReader {
  /** By number, or by uid, which is the same on all devices. Undefined: there is none, or it is not known yet. */
  useTask(ref: string): { id: number; title: string; status: Status } | undefined
  /** `behind`: what stands behind the word; `taken`: how much of that belongs to the name. */
  usePerson(word: string, behind: string): { name: string; address: string; isAgent: boolean; taken: string } | undefined
}
