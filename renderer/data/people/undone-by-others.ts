// Says that somebody else took the person's work back, as it happens. Activity has it afterwards, too.
import { navigate } from 'wouter/use-browser-location'
import type { JournalEntry } from '../../../shared/schema/journal.ts'
import { api } from '../../backend/backend.ts'
import { session } from '../../backend/session.ts'
import { m } from '../../lib/messages.ts'
import { notify } from '../../lib/notices.ts'

/** Of a long undo so many are looked at. */
const maxLooked = 10

const read = async (seq: number): Promise<JournalEntry | undefined> => (await api.readJournal({ query: { after: seq - 1, limit: 1 } }))[0]

/** The stream does not say with which login something was written: the journal does. */
export async function tellUndone(entries: readonly JournalEntry[]): Promise<void> {
  const me = session.get()?.user.id
  const undos = entries.filter(({ undo_of, actor }) => undo_of !== null && actor.kind === 'person')
  const [first] = undos
  if (!first || me === undefined) return
  try {
    if ((await read(first.seq))?.principal?.id === me) return
    const undone = await Promise.all(undos.slice(0, maxLooked).map(({ undo_of }) => read(undo_of ?? 0)))
    // What was itself an undo is given back.
    const mine = undone.filter((entry) => entry?.principal?.id === me && entry.undo_of === null)
    if (mine.length === 0) return
    const action = { label: m.view.activity, run: () => navigate('/activity') }
    notify({ kind: 'done', text: m.undoneByOther(first.actor.name, mine.length), action })
  } catch {
    // Without a network it stands in Activity.
  }
}
