// What a backend tells those who show its data. The window's listeners are in renderer/data: service-listener.ts and copy-listener.ts.
import type { Claim } from '../../shared/schema/claim.ts'
import type { JournalEntry } from '../../shared/schema/journal.ts'
import type { Proposal } from '../../shared/schema/proposal.ts'
import type { Question } from '../../shared/schema/work/question.ts'
import type { Reminder } from '../../shared/schema/reminder.ts'
import type { Task } from '../../shared/schema/task.ts'

/** The local service: it keeps everything, and tells what others write. */
export interface ServiceListener {
  entries(entries: readonly JournalEntry[]): void
  /** The stream is asked for. What is read from now on waits until it stands, for a moment. */
  opening(): void
  /**
   * The stream stands at `head`, an entry of the journal. first: what was asked for before `opening` may be older than it. late: what was read since may be,
   * too. resumed: what no entry of the journal tells may have been missed. replaced: behind it is another database.
   */
  caughtUp(how: 'first' | 'late' | 'resumed' | 'replaced', head: number): void
  claim(change: { task_id: number; claim: Claim | null }): void
  proposal(proposal: Proposal): void
  question(question: Question): void
  evidenceChanged(): void
  reminder(reminder: Reminder): void
  /** How this folder stands with a team in the cloud. */
  remoteChanged(): void
  duplicatesChanged(): void
  /** What was sent to those who asked for a task. */
  repliesChanged(): void
  /** An agent was stopped, or goes on. */
  brakeChanged(): void
}

/** A copy on the device, with an outbox: it changes by what others write, and by what becomes of one's own writes. */
export interface CopyListener {
  entries(entries: readonly JournalEntry[]): void
  /** All of the copy was read again. */
  reloaded(): void
  showTask(task: Task): void
  hideTask(id: number): void
  /** A task got its number, or came back under another. */
  renumber(from: number, to: number): void
  contactsChanged(): void
  listsChanged(): void
  /** Of one task. */
  changed(what: 'comments' | 'schedules', taskId: number): void
  /** What was written here and elsewhere is more, or less. */
  conflictsChanged(): void
  /** The person wants to see them side by side. */
  compareConflicts(): void
  /** An agent proposed something, somebody decided, or what it is about is gone. */
  proposalsChanged(): void
  /** What was sent to those who asked for a task. */
  repliesChanged(): void
  evidenceChanged(): void
  /** An agent asked something, somebody decided, or what it is about is gone. */
  questionsChanged(): void
  /** Somebody took a task, or let go of one. */
  claimsChanged(): void
  /** An agent was stopped or goes on, or somebody set a policy. */
  agentsChanged(): void
  /** It may be ready by now, or no longer. */
  readinessChanged(taskId: number): void
  /** What lists count: a write waits to be sent, or waits no longer. */
  countsChanged(): void
  /** Somebody joined, left or got another role; or a mailbox was cut off. */
  teamChanged(): void
}
