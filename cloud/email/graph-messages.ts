// Reading mails over Microsoft Graph: each event names one. Their files are asked for by themselves, without their bytes.
import { headOf } from '../../shared/domain/mail/answers/mail-head.ts'
import { sentOver } from '../../shared/domain/mail/mailing-list.ts'
import { maxToldFiles } from '../../shared/domain/mail/mail-file.ts'
import type { MailFile } from '../../shared/schema/files/mail-file.ts'
import { fileToTake } from './file-to-take.ts'
import type { MailProvider, ProviderMail, TakeBytes, WantedFile } from './provider.ts'
import { bearer, fetchBytes, fetchJson, fetchText, unlessGone } from './provider-fetch.ts'

interface GraphMessage {
  id: string
  internetMessageId?: string
  conversationId?: string
  subject?: string | null
  from?: { emailAddress: { name?: string; address?: string } }
  toRecipients?: { emailAddress: { name?: string; address?: string } }[]
  ccRecipients?: { emailAddress: { name?: string; address?: string } }[]
  receivedDateTime: string
  hasAttachments?: boolean
  body?: { content?: string }
  internetMessageHeaders?: { name: string; value: string }[]
}

interface GraphFile {
  '@odata.type'?: string
  id: string
  name?: string | null
  size?: number
  contentId?: string | null
}

const fields = '$select=internetMessageId,conversationId,subject,from,toRecipients,ccRecipients,receivedDateTime,hasAttachments,body,internetMessageHeaders'
const fileFields = '$select=id,name,size,microsoft.graph.fileAttachment/contentId'
const maxText = 100_000
const longestReport = 65_536

const asText = (access: string) => ({ ...bearer(access), Prefer: 'outlook.body-content-type="text"' })
const person = ({ name, address }: { name?: string; address?: string } = {}) => (name && name !== address ? `${name} <${address}>` : (address ?? ''))
const clean = (text: string) => text.replaceAll('\0', '').toWellFormed()

function asFile({ '@odata.type': type = '', id, name, size, contentId }: GraphFile): MailFile {
  const told = clean((name ?? '').trim().slice(-1000)) || 'file'
  const bytes = typeof size === 'number' && Number.isSafeInteger(size) && size >= 0 ? size : null
  const content_id = contentId && contentId.length <= 900 ? clean(contentId.replace(/^</, '').replace(/>$/, '')) : null
  const file = { part: id, name: told, bytes, content_id }
  if (type.endsWith('referenceAttachment')) return { ...file, left_out: 'elsewhere' }
  // A mail within a mail comes as what it was sent as.
  return type.endsWith('itemAttachment') && !/\.\w{2,4}$/.test(told) ? { ...file, name: `${told}.eml` } : file
}

const headerOf = (message: GraphMessage) => (wanted: string) =>
  message.internetMessageHeaders?.find(({ name }) => name.toLowerCase() === wanted)?.value.replaceAll('\0', '')
const peopleOf = (recipients: GraphMessage['toRecipients'] = []) => recipients.map(({ emailAddress }) => person(emailAddress))

const asMessage = (message: GraphMessage, files: MailFile[]): ProviderMail => ({
  external_id: message.internetMessageId ?? `microsoft:${message.id}`,
  thread_id: message.conversationId ?? message.id,
  subject: message.subject ?? '',
  ...sentOver(person(message.from?.emailAddress), peopleOf(message.ccRecipients), headerOf(message)),
  to: peopleOf(message.toRecipients),
  sent_at: new Date(message.receivedDateTime).toISOString(),
  body: clean((message.body?.content ?? '').replaceAll('\r\n', '\n'))
    .trim()
    .slice(0, maxText),
  head: headOf(headerOf(message)),
  ref: message.id,
  files,
})

/** `graph`: the address of its API. */
export function createGraphReader(graph: string): Pick<MailProvider, 'listMessages' | 'listRecent' | 'readFile'> {
  const urlOf = (id: string) => `${graph}/me/messages/${encodeURIComponent(id)}`
  const recent = (what: string) => `${graph}/me/mailFolders('inbox')/messages?$top=50&$orderby=receivedDateTime%20desc&${what}`

  async function filesOf(access: string, id: string): Promise<MailFile[]> {
    const found = await fetchJson<{ value?: GraphFile[] }>(`${urlOf(id)}/attachments?${fileFields}`, { headers: asText(access) }).catch(unlessGone)
    return (found?.value ?? []).slice(0, maxToldFiles).map(asFile)
  }

  /** `hasAttachments` counts no picture within the text. */
  async function whole(access: string, message: GraphMessage): Promise<ProviderMail> {
    const hasFiles = message.hasAttachments === true || (message.body?.content ?? '').includes('[cid:')
    return asMessage(message, hasFiles ? await filesOf(access, message.id) : [])
  }

  return {
    async listMessages(access, _since, until) {
      if (until === undefined) return []
      const message = await fetchJson<GraphMessage>(`${urlOf(until)}?${fields}`, { headers: asText(access) }).catch(unlessGone)
      if (!message) return []
      const mail = await whole(access, message)
      if (mail.head.machine !== 'bounce') return [mail]
      const report = await fetchText(`${urlOf(until)}/$value`, { headers: bearer(access) }).catch(unlessGone)
      return [{ ...mail, report: (report ?? '').slice(0, longestReport) }]
    },

    async listRecent(access) {
      const { value } = await fetchJson<{ value: GraphMessage[] }>(recent(fields), { headers: asText(access) })
      const messages: ProviderMail[] = []
      // One after the other: Graph answers a mailbox four at a time, and others ask, too.
      for (const message of value.toReversed()) messages.push(await whole(access, message))
      return messages
    },

    async readFile<T>(access: string, { until, ref, part }: WantedFile, take: TakeBytes<T>) {
      const latest = async () => (await fetchJson<{ value: { id: string }[] }>(recent('$select=id'), { headers: asText(access) })).value.map(({ id }) => id)
      if (until === undefined ? !(await latest()).includes(ref) : ref !== until) return undefined
      const file = fileToTake(await filesOf(access, ref), part)
      const bytes = file && (await fetchBytes(`${urlOf(ref)}/attachments/${encodeURIComponent(part)}/$value`, asText(access)).catch(unlessGone))
      return bytes && take(bytes)
    },
  }
}
