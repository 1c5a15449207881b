// The review: agents' proposals, and possible duplicates.
import { plural } from '../plural.ts'

export const review = {
  accept: 'Accept',
  reject: 'Reject',
  rejectBecause: 'Reject with a reason',
  reason: 'Why not? The agent will see this.',
  cancel: 'Cancel',
  none: 'none',
  comment: 'Comment',
  move: 'to move between cards',
  sameTask: 'Possible duplicate',
  likely: (chance: string) => `${chance} match`,
  alike: (a: number, b: number) => `#${a} and #${b} may be duplicates`,
  mergeInto: (from: number, into: number) => `Merge #${from} into #${into}`,
  keepBoth: 'Keep both',
  comments: (n: number) => plural(n, '1 comment', '# comments'),
  accepted: (what: string) => `Accepted: ${what}`,
  rejected: (what: string) => `Rejected: ${what}`,
  failed: 'Couldn’t load the review list',
  emptyTitle: 'Nothing to review',
  emptyText: 'Agents’ questions, changes that need your approval and possible duplicates show up here.',
  policies: 'Agent permissions',
  wants: {
    close: (n: number) => `wants to close ${plural(n, 'a task', '# tasks')}`,
    create_task: () => 'wants to add a task',
    update_task: (n: number) => `wants to change ${plural(n, 'a task', '# tasks')}`,
    set_task_status: (n: number) => `wants to move ${plural(n, 'a task', '# tasks')}`,
    delete_task: (n: number) => `wants to delete ${plural(n, 'a task', '# tasks')}`,
    finish_task: () => 'wants to finish a task',
    add_comment: () => 'wants to comment',
    schedule_reminder: () => 'wants to set a reminder',
    claim_task: () => 'wants to work on a task',
    release_task: () => 'wants to release a task',
    create_contact: () => 'wants to add a contact',
    done_unproven: (n: number) => `says ${plural(n, 'a task is', '# tasks are')} done, but the evidence is missing`,
    other: (tool: string) => `wants to call ${tool}`,
  },
}

/** Questions of agents. */
export const question = {
  part: 'Questions from agents',
  asks: (who: string, task: number) => `${who} asks about #${task}`,
  hasOne: 'has a question',
  own: 'Your answer…',
  other: 'Or something else…',
  answer: 'Answer',
  dismiss: 'Dismiss',
  choose: 'Choose an answer',
  write: 'Write an answer',
}
