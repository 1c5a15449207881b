// What a proposed call may say. A device brings the calls of its agents as they were made there, whatever it is and however old: what is carried out here
// keeps the rules of the routes of the same name.
import { type TProperties, Type } from 'typebox'
import { unprovenTool } from '../../shared/domain/agents/proposal-rules.ts'
import { AppError } from '../../shared/domain/app-error.ts'
import { conversationTool } from '../../shared/domain/mail/undecided-mail.ts'
import { compileCheck } from '../../shared/http/validator.ts'
import { NewComment } from '../../shared/schema/comment.ts'
import { ContactPatch, NewContact } from '../../shared/schema/contact.ts'
import { Id, nullable, oneOf, Timestamp, Uid } from '../../shared/schema/field.ts'
import { NewReply } from '../../shared/schema/mail/reply.ts'
import { NewSavedList, SavedListPatch } from '../../shared/schema/saved-list.ts'
import { NewSchedule, SchedulePatch } from '../../shared/schema/schedule.ts'
import { DueField, NewTask, StatusField, TaskPatch } from '../../shared/schema/task.ts'
import { FinishRequest } from '../../shared/schema/work/work.ts'

const task = { id: Id }
const comment = { ...task, comment_id: Id }
const reminder = { ...task, schedule_id: Id }
const slug = Type.String({ maxLength: 200 })

/** As an agent names it over MCP. */
const evidence = Type.Array(
  Type.Object({ criterion: Type.Optional(Type.Integer()), id: Type.Optional(Type.String()), text: Type.Optional(Type.String({ maxLength: 100_000 })) }),
  { maxItems: 100 },
)

/** What a machine of the team read in a mail, and a person is asked about. */
const mail = {
  id: Type.Optional(Id),
  as: oneOf(['create', 'update', 'reopen'] as const, 'What becomes of it.'),
  task: Type.Object({
    title: NewTask.properties.title,
    description: NewTask.properties.description,
    priority: NewTask.properties.priority,
    due: nullable(Type.String({ maxLength: 100 })),
    deadline: Type.Optional(DueField),
    also: Type.Optional(Type.Array(Type.String({ maxLength: 1000 }), { maxItems: 100 })),
  }),
  why: Type.String({ maxLength: 1000 }),
  candidates: Type.Array(Type.Unknown(), { maxItems: 0 }),
  message_ids: Type.Array(Type.Unknown(), { maxItems: 0 }),
  mail: Type.Object({
    thread: Uid,
    from: Type.String({ maxLength: 1000 }),
    body: Type.String({ maxLength: 20_000 }),
    comment_uid: nullable(Uid),
    remind_at: nullable(Timestamp),
  }),
}

const propertiesOf: Readonly<Record<string, TProperties>> = {
  create_task: { ...NewTask.properties, force: Type.Optional(Type.Boolean()), reason: Type.Optional(Type.String({ maxLength: 2000 })) },
  change_task: { ...task, ...TaskPatch.properties },
  update_task: { ...task, ...TaskPatch.properties },
  delete_task: task,
  [unprovenTool]: task,
  [conversationTool]: mail,
  set_task_status: { ...task, status: StatusField },
  finish_task: { ...task, ...FinishRequest.properties, evidence: Type.Optional(evidence) },
  add_comment: { ...task, ...NewComment.properties },
  draft_reply: { ...task, ...NewReply.properties },
  change_comment: { ...comment, ...NewComment.properties },
  delete_comment: comment,
  schedule_reminder: { ...task, ...NewSchedule.properties },
  change_reminder: { ...reminder, ...SchedulePatch.properties },
  delete_reminder: reminder,
  create_contact: NewContact.properties,
  change_contact: { slug, ...ContactPatch.properties },
  delete_contact: { slug },
  create_list: NewSavedList.properties,
  change_list: { uid: Uid, ...SavedListPatch.properties },
  delete_list: { uid: Uid },
}

/** Fields that we do not know may be a newer desktop's: they are left out. */
const kinds = new Map(
  Object.entries(propertiesOf).map(([tool, properties]) => [tool, { known: Object.keys(properties), check: compileCheck(Type.Object(properties), 'body') }]),
)

/** What the cloud knows of a call. Throws `conflict` with what is wrong with it: whoever accepts it did not make it. */
export function checkedArguments(tool: string, given: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const kind = kinds.get(tool)
  if (!kind) throw new Error(`nothing checks ${tool}`)
  const wrong = kind.check(given)
  if (wrong) throw new AppError('conflict', `What it asks for cannot be done: ${wrong.message}.`)
  return Object.fromEntries(kind.known.flatMap((name) => (Object.hasOwn(given, name) ? [[name, given[name]]] : [])))
}
