// Creates a task unless it exists, for `POST /tasks?on_duplicate=` and with it for `tandem add`. What is the same task is decided in
// shared/domain/duplicates/same-task.ts.
import { AppError } from '../../../shared/domain/app-error.ts'
import { comparedText, splitFor } from '../../../shared/domain/duplicates/same-task.ts'
import type { DuplicateCandidate, NewTask, Task } from '../../../shared/schema/task.ts'
import type { Context } from '../context.ts'
import type { InTurn } from '../../../shared/search/workers/turns.ts'
import { newestTask, writtenSince } from './same-tasks.ts'
import type { Tasks } from './tasks.ts'

export type OnDuplicate = 'create' | 'return' | 'reject'

export interface CreateUnlessSameDeps {
  tasks: Tasks
  search: {
    findDuplicates(query: { text: string }): Promise<{ candidates: DuplicateCandidate[] }>
    adopt(task: Task): void
    inTurn: InTurn
  }
}

/** What was found before the write. */
export interface Looked {
  same: DuplicateCandidate[]
  /** What is similar, and not similar enough to stop anybody. */
  possible: DuplicateCandidate[]
  /** The newest task before the search. */
  newest: number
}

export type CreateUnlessSame = ReturnType<typeof createUnlessSame>

/** `possible`: the similar tasks beside which it was created. */
export type Created = { task: Task; isNew: true; possible: number[] } | { task: Task; isNew: false }

export function createUnlessSame({ tasks, search }: CreateUnlessSameDeps) {
  return {
    /** Searching takes a moment; it comes before the write. */
    async look(wanted: NewTask, onDuplicate: OnDuplicate): Promise<Looked> {
      if (onDuplicate === 'create') return { same: [], possible: [], newest: 0 }
      const newest = newestTask(tasks)
      const { candidates } = await search.findDuplicates({ text: comparedText(wanted) })
      return { ...splitFor(onDuplicate, candidates), newest }
    },

    create(wanted: NewTask, onDuplicate: OnDuplicate, ctx: Context, { same, possible, newest }: Looked): Created {
      if (onDuplicate === 'create') return { task: tasks.create(wanted, ctx), isNew: true, possible: [] }
      const meanwhile = writtenSince(tasks, wanted, newest).map((task) => ({ ...task, score: 1, likely: true }))
      const others = same.filter(({ id }) => !meanwhile.some((task) => task.id === id) && tasks.byIds([id]).length > 0)
      const candidates = [...meanwhile, ...others]
      const [likeliest] = candidates
      if (!likeliest) {
        const task = tasks.create(wanted, ctx)
        search.adopt(task)
        return { task, isNew: true, possible: possible.map(({ id }) => id) }
      }
      if (onDuplicate === 'return') return { task: tasks.get(likeliest.id), isNew: false }
      throw new AppError(
        'conflict',
        `A task like this already exists: ${likeliest.id} '${likeliest.title}'. Update it, or create yours with ?on_duplicate=create.`,
        { extra: { candidates } },
      )
    },

    /** Of many who ask at once each sees what those before have made. */
    inTurn: <T>(onDuplicate: OnDuplicate, steps: () => Promise<T>): Promise<T> => (onDuplicate === 'create' ? steps() : search.inTurn(steps)),
  }
}
