import type { SyncReply } from '../../../../shared/schema/cloud/sync.ts'
import { type CloudLink, LinkError, OverQuotaError } from '../transport/cloud-link.ts'
import type { Batch } from './outbox.ts'
import type { SentResult } from './read-reply.ts'

type Body = Batch['body']

/** The cloud takes other fields than was thought. */
export class PlanAnew extends Error {}

/** So often in a row the cloud may break until it is taken for broken: more than there are halves on the way to one write that breaks it. */
const maxBreaks = 12

const writesOf = ({ tasks, comments, schedules, contacts, lists }: Body) => [...tasks, ...comments, ...schedules, ...contacts, ...lists]

/** A cloud that is older than lists refuses their name. */
const bodyOf = ({ lists, ...rest }: Body): string => JSON.stringify(lists.length > 0 ? { ...rest, lists } : rest)

const isLink = (error: unknown, problem: LinkError['problem']): error is LinkError => error instanceof LinkError && error.problem === problem

/** A batch that is refused as a whole is sent in halves, until it is clear which write it is. `epoch`: of the cloud that told the versions in it. `isNews`: asked once something is refused: whether the batch is to be planned anew. Then it throws PlanAnew. */
export async function sendBatch(
  link: CloudLink,
  { items, body, unsent }: Batch,
  epoch: string | undefined,
  isNews = async (): Promise<boolean> => false,
): Promise<SentResult[]> {
  const results: SentResult[] = []
  /** On each of these alone the cloud broke. */
  const broken: Body[] = []
  let breaks = 0
  let went = false

  async function write(some: Body): Promise<void> {
    const reply: SyncReply = await link.write(bodyOf(some), epoch, unsent)
    const answered = new Set(reply.results.map(({ key }) => key))
    if (!writesOf(some).every(({ key }) => answered.has(key)))
      throw new LinkError('not_a_cloud', `${link.url} did not answer every write, as a Tandem cloud does. Check the address.`)
    breaks = 0
    went = true
    results.push(...reply.results)
  }

  const refuse = (some: Body, error: LinkError) => {
    const why = { reason: error.message, overQuota: error instanceof OverQuotaError ? error.overQuota : null }
    for (const { key } of writesOf(some)) results.push({ key, status: 'refused', id: null, version: null, seq: 0, row: null, ...why })
  }

  async function send(part: Batch['items'], some: Body): Promise<void> {
    try {
      await write(some)
    } catch (error) {
      const isBroken = isLink(error, 'broken')
      if (!isBroken && !isLink(error, 'failed')) throw error
      if (!isBroken && (await isNews())) throw new PlanAnew()
      // Nothing is said against these writes while nothing works.
      if (isBroken && (++breaks > maxBreaks || items.length === 1)) throw error
      if (part.length > 1) {
        const half = Math.ceil(part.length / 2)
        for (const fewer of [part.slice(0, half), part.slice(half)]) await send(fewer, only(some, fewer))
      } else if (isBroken) broken.push(some)
      else refuse(some, error)
    }
  }

  await send(items, body)
  for (const some of broken) {
    try {
      // It may have come right in the middle of this.
      await write(some)
    } catch (error) {
      if (!went || !isLink(error, 'broken')) throw error
      refuse(some, error)
    }
  }
  return results
}

function only(body: Body, items: Batch['items']): Body {
  const uids = new Set(items.map(({ entity, uid }) => `${entity} ${uid}`))
  const of = (entity: string, writes: Body['tasks']) => writes.filter(({ uid }) => uids.has(`${entity} ${uid}`))
  return {
    tasks: of('task', body.tasks),
    comments: of('comment', body.comments),
    schedules: of('schedule', body.schedules),
    contacts: of('contact', body.contacts),
    lists: of('list', body.lists),
  }
}
