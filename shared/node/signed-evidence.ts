// Evidence as it is signed: who ran what for which task, in an envelope.
import { createHash, type KeyObject } from 'node:crypto'
import { statementOf } from '../domain/evidence/statement.ts'
import { actorOnly, type Writer } from '../domain/people/writer.ts'
import type { CommandRun, Envelope, NewEvidence } from '../schema/work/evidence.ts'
import type { Task } from '../schema/task.ts'
import { sealed } from './envelope.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

export interface AddedEvidence {
  id: string
  criterion: string | null
  created_at: string
}

export function signedEvidence(
  task: Pick<Task, 'uid' | 'title'>,
  kind: NewEvidence['kind'],
  run: CommandRun,
  { id, criterion, created_at }: AddedEvidence,
  actor: Writer,
  privateKey: KeyObject,
): Envelope {
  const context = {
    evidence_id: id,
    kind: kind as 'ran' | 'ci',
    task_uid: task.uid,
    task_title: task.title,
    criterion,
    by: { ...actorOnly(actor), ...(actor.run === undefined ? {} : { run: actor.run }) },
    recorded_at: created_at,
  }
  return sealed(statementOf(run, context, sha256), privateKey)
}
