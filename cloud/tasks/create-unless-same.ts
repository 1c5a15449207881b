// Creates a task unless it exists, for `POST /tasks?on_duplicate=`. Looked up and written in one transaction behind a lock of the team: of many who
// want the same at once, on whatever instance, each sees what those before have made. What is the same is decided in
// shared/domain/duplicates/same-task.ts.
import { AppError } from '../../shared/domain/app-error.ts'
import { comparedText, splitFor } from '../../shared/domain/duplicates/same-task.ts'
import type { DuplicateCandidate, NewTask, Task } from '../../shared/schema/task.ts'
import type { TeamContext } from '../context.ts'
import type { Journal } from '../journal/journal.ts'
import type { Tasks } from './tasks.ts'

export type OnDuplicate = 'create' | 'return' | 'reject'

/** `possible`: the similar tasks beside which it was created. */
export type Created = { task: Task; isNew: boolean; possible: number[] }

export interface CreateUnlessSameDeps {
  journal: Pick<Journal, 'write'>
  tasks: Pick<Tasks, 'create' | 'openAndSame'>
  search: {
    duplicatesToDecide(query: { text: string }, ctx: TeamContext): Promise<{ candidates: DuplicateCandidate[] }>
    inTurn<T>(ctx: TeamContext, step: () => Promise<T>): Promise<T>
  }
}

export type CreateUnlessSame = ReturnType<typeof createUnlessSame>

export function createUnlessSame({ journal, tasks, search }: CreateUnlessSameDeps) {
  const decided = (wanted: NewTask, onDuplicate: 'return' | 'reject', ctx: TeamContext): Promise<Created> =>
    journal.write(ctx, async (write) => {
      const inside = { ...ctx, write }
      const exact = await tasks.openAndSame(write, wanted)
      const { candidates } = await search.duplicatesToDecide({ text: comparedText(wanted) }, inside)
      const { same, possible } = splitFor(onDuplicate, candidates)
      const all = exact ? [{ ...exact, score: 1, likely: true }, ...same.filter(({ id }) => id !== exact.id)] : same
      const [likeliest] = all
      if (!likeliest) return { task: await tasks.create(wanted, inside), isNew: true, possible: possible.map(({ id }) => id) }
      if (onDuplicate === 'reject')
        throw new AppError(
          'conflict',
          `A task like this already exists: ${likeliest.id} '${likeliest.title}'. Update it, or create yours with ?on_duplicate=create.`,
          { extra: { candidates: all } },
        )
      const { score: _score, likely: _likely, ...task } = likeliest
      return { task, isNew: false, possible: [] }
    })

  return async (wanted: NewTask, onDuplicate: OnDuplicate, ctx: TeamContext): Promise<Created> =>
    onDuplicate === 'create'
      ? { task: await tasks.create(wanted, ctx), isNew: true, possible: [] }
      : search.inTurn(ctx, () => decided(wanted, onDuplicate, ctx))
}
