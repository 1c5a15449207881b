// POST /email/files: a file of a mail behind an event becomes one of the team's, piece by piece from its provider to the store. Only what GET /email/messages
// tells of can be asked for, by whoever may read it there.
import { AppError } from '../../shared/domain/app-error.ts'
import { asStream } from '../../shared/node/mail/file-stream.ts'
import type { KeptMailFile, WantedMailFile } from '../../shared/schema/cloud/kept-mail-file.ts'
import { createConcurrencyLimit, createLimitByKey } from '../concurrency-limit.ts'
import type { TeamContext } from '../context.ts'
import type { Files } from '../files/files.ts'
import type { AccessTokens } from './access-tokens.ts'
import { recent } from './arrivals.ts'
import type { MailboxFinder } from './mailbox-finder.ts'
import { ProviderError } from './provider.ts'

export interface MailFileDeps {
  find: MailboxFinder
  tokens: AccessTokens
  files: Pick<Files, 'upload'>
}

export type MailFiles = ReturnType<typeof createMailFiles>

/** Connections to providers at the same time, of an instance. */
const maxAtOnce = 8
const maxWaiting = 200
/** Of one team, which may have chosen servers that hang. */
const maxOfTeam = 2
const maxWaitingOfTeam = 100

const full = (): never => {
  throw new AppError('provider_unavailable', 'Many files of emails are being fetched. Send the same request again in a moment.', { extra: { retry_after: 2 } })
}

const notThere = () =>
  new AppError('not_found', 'The email has no such file, or is not there any more. Take ref and part from GET /api/email/messages, with the same history_id.')

export function createMailFiles({ find, tokens, files }: MailFileDeps) {
  const limited = createConcurrencyLimit(maxAtOnce, maxWaiting, full)
  const limitedOfTeam = createLimitByKey(maxOfTeam, maxWaitingOfTeam, full)
  const underWay = new Map<string, Promise<KeptMailFile>>()

  async function store(content: AsyncIterable<Uint8Array>, ctx: TeamContext): Promise<KeptMailFile> {
    try {
      return await asStream(
        content,
        async (stream) => {
          const { hash, media_type, bytes } = (await files.upload('file', undefined, stream, ctx)).attachment
          return { hash, media_type, bytes }
        },
        () => {
          throw notThere()
        },
      )
    } catch (error) {
      // What came to a halt on its way may come the next time.
      throw error instanceof AppError && error.code === 'invalid' ? new ProviderError(0, 'stopped in the middle of a file') : error
    }
  }

  return async (wanted: WantedMailFile, ctx: TeamContext): Promise<KeptMailFile> => {
    const { history_id, ref, part } = wanted
    const { row, since, provider } = await find(wanted, ctx)
    const isRecent = history_id.startsWith(recent)
    if (since === undefined && !isRecent)
      throw new AppError('invalid', `history_id must come from an event of the last seven days; got '${history_id.slice(0, 100)}'.`)
    const key = JSON.stringify([row.team_id, row.id, history_id, ref, part])
    // However many ask at once, it comes once.
    const known = underWay.get(key)
    if (known) return known
    const step = since === undefined ? { since: '', until: undefined } : { since, until: history_id }
    const fetched = () => tokens.use(row, (access) => provider.readFile(access, { ...step, ref, part }, (content) => store(content, ctx)))
    const mine = limitedOfTeam(row.team_id, () => limited(fetched))
      .then((kept) => {
        if (!kept) throw notThere()
        return kept
      })
      .finally(() => underWay.delete(key))
    underWay.set(key, mine)
    return mine
  }
}
