// Agents that wrote too much, and what waits after text from outside.
import { plural } from '../plural.ts'

export const brake = {
  part: 'Stopped agents',
  title: (agent: string) => `${agent} was stopped`,
  isStopped: 'was stopped: too many changes at once',
  reasons: {
    writes: (n: number, minutes: number, max: number) =>
      `With its last call it would have made ${plural(n, '1 change', '# changes')} in ${minutes} minutes; the limit is ${max}.`,
    deletes: (n: number, minutes: number, max: number) =>
      `With its last call it would have deleted ${plural(n, '1 item', '# items')} in ${minutes} minutes; the limit is ${max}.`,
  },
  untilThen: 'Until you decide, all its changes wait in Review.',
  goOn: 'Let it continue',
  keep: 'Keep proposing',
  activity: 'Show activity',
  now: 'Asks first',
  limits: 'Limits within 5 minutes',
  limitsHint: 'Once an agent exceeds a limit, its changes wait in Review until you let it continue. Leave a field empty for no limit.',
  max: { writes: 'Changes', deletes: 'Deletions' },
  inherited: (max: string) => `Inherited: ${max}`,
  noLimit: 'no limit',
  ownLimits: 'Limits of its own',
  wrong: 'Enter a whole number from 1 to 100,000, or leave empty.',
  outside: 'After reading an email',
  outsideHint: 'Deletions and status changes of that session',
  outsideChoices: { propose: 'Ask', allow: 'Allow' },
  because: {
    brake: 'It was stopped for making too many changes.',
    outside: (title: string, from: string) => (from === '' ? `After reading “${title}”` : `After reading “${title}” from ${from}`),
    outsideText: (from: string) => (from === '' ? 'After reading text from outside' : `After reading text from ${from}`),
  },
}
