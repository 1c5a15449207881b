// SQL for questions, and nothing else.
import type { Actor } from '../../../shared/schema/actor.ts'
import type { Question, QuestionState } from '../../../shared/schema/work/question.ts'
import type { Db } from '../db/open.ts'
import { isOpen, undone } from '../../../shared/search/what-tasks-wait-for.ts'

export type QuestionStore = ReturnType<typeof createQuestionStore>

export interface StoredQuestion extends Question {
  /** The run of the agent that asked; null: one without a run, or a person. */
  run: string | null
}

interface QuestionRow extends Omit<StoredQuestion, 'options' | 'asked_by' | 'decided_by' | 'merged_into'> {
  options: string
  asker_kind: Actor['kind']
  asker_name: string
  decided_by_kind: Actor['kind'] | null
  decided_by_name: string | null
  /** 1: its task is deleted. */
  gone: number
  /** Into which task it was, if a merge deleted it. */
  merged_into: number | null
  /** 1: the comment with its answer is undone. */
  undone: number
}

const unanswered = { answer: null, entry: null, decided_at: null, decided_by: null }

function read(raw: unknown): StoredQuestion {
  const { asker_kind, asker_name, decided_by_kind, decided_by_name, gone, merged_into, undone, options, state, ...rest } = raw as QuestionRow
  const isOpen = state === 'open' || undone === 1
  return {
    ...rest,
    asked_by: { kind: asker_kind, name: asker_name },
    options: JSON.parse(options) as string[],
    state: isOpen ? (gone === 1 ? 'withdrawn' : 'open') : state,
    ...(isOpen && gone === 1 && merged_into !== null ? { merged_into } : {}),
    decided_by: decided_by_kind === null ? null : { kind: decided_by_kind, name: decided_by_name ?? '' },
    ...(isOpen ? unanswered : {}),
  }
}

export function createQuestionStore(db: Db) {
  const insert = db.prepare(
    "INSERT INTO questions (uid, task_id, asker_kind, asker_name, run, question, options, state, created_at) VALUES (@uid, @task_id, @kind, @name, @run, @question, @options, 'open', @created_at)",
  )
  const decide = db.prepare('UPDATE questions SET state = ?, answer = ?, entry = ?, decided_at = ?, decided_by_kind = ?, decided_by_name = ? WHERE id = ?')
  const gone = 'NOT EXISTS (SELECT 1 FROM tasks WHERE tasks.id = questions.task_id)'
  const merged = `(SELECT json_extract(after, '$.merged_into') FROM journal
    WHERE entity = 'task' AND entity_id = questions.task_id AND action = 'deleted' ORDER BY seq DESC LIMIT 1)`
  const all = `SELECT *, ${gone} AS gone, CASE WHEN ${gone} THEN ${merged} END AS merged_into, ${undone} AS undone FROM questions`
  const byId = db.prepare(`${all} WHERE id = ?`)
  const byUid = db.prepare(`${all} WHERE uid = ?`)
  const commentOf = db.prepare("SELECT json_extract(after, '$.uid') FROM journal WHERE seq = ? AND entity = 'comment'").pluck()
  const ofTask = db.prepare(`${all} WHERE task_id = ? ORDER BY id`)
  const waiting = db.prepare(`SELECT id, task_id FROM questions WHERE ${isOpen} AND NOT ${gone}`)
  const listed: Record<QuestionState, string> = {
    open: `${isOpen} AND NOT ${gone} ORDER BY id`,
    withdrawn: `${isOpen} AND ${gone} ORDER BY id DESC LIMIT 200`,
    answered: `state = 'answered' AND NOT ${undone} ORDER BY decided_at DESC, id DESC LIMIT 200`,
    dismissed: "state = 'dismissed' ORDER BY decided_at DESC, id DESC LIMIT 200",
  }
  const lists = new Map(Object.entries(listed).map(([state, condition]) => [state, db.prepare(`${all} WHERE ${condition}`)]))
  const same = db.prepare(
    `${all} WHERE task_id = @task_id AND asker_kind = @kind AND asker_name = @name AND run IS @run AND question = @question AND options = @options ORDER BY id DESC LIMIT 1`,
  )
  const openOf = db
    .prepare(`SELECT count(*) FROM questions WHERE asker_kind = ? AND asker_name = ? AND coalesce(run, '') NOT LIKE 'team:%' AND ${isOpen} AND NOT ${gone}`)
    .pluck()
  const rowOf = ({ asked_by, options, ...rest }: Pick<StoredQuestion, 'task_id' | 'asked_by' | 'run' | 'question' | 'options'>) => ({
    ...rest,
    ...asked_by,
    options: JSON.stringify(options),
  })
  return {
    insert: (question: Pick<StoredQuestion, 'uid' | 'task_id' | 'asked_by' | 'run' | 'question' | 'options' | 'created_at'>): number =>
      Number(insert.run(rowOf(question)).lastInsertRowid),
    decide: ({ id, state, answer, entry, decided_at, decided_by }: Question): void =>
      void decide.run(state, answer, entry, decided_at, decided_by?.kind ?? null, decided_by?.name ?? null, id),
    byId(id: number): StoredQuestion | undefined {
      const row = byId.get(id)
      return row ? read(row) : undefined
    },
    byUid(uid: string): StoredQuestion | undefined {
      const row = byUid.get(uid)
      return row ? read(row) : undefined
    },
    /** The uid of the comment that an entry of the journal made. */
    commentOf: (entry: number): string | null => (commentOf.get(entry) as string | undefined) ?? null,
    ofTask: (taskId: number): StoredQuestion[] => ofTask.all(taskId).map(read),
    list: (state: QuestionState): StoredQuestion[] => (lists.get(state)?.all() ?? []).map(read),
    /** The open ones, by id: which task waits for each. */
    open: () => new Map((waiting.all() as { id: number; task_id: number }[]).map(({ id, task_id }) => [id, task_id])),
    /** The newest in just these words, of this run about this task. */
    same(question: Pick<StoredQuestion, 'task_id' | 'asked_by' | 'run' | 'question' | 'options'>): StoredQuestion | undefined {
      const row = same.get(rowOf(question))
      return row ? read(row) : undefined
    },
    /** How many of somebody's are open. */
    openOf: ({ kind, name }: Actor): number => openOf.get(kind, name) as number,
  }
}
