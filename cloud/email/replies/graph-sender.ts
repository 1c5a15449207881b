// Sending over Microsoft Graph: the mail as it is, in base64.
import type { MailProvider } from '../provider.ts'
import { bearer, fetchJson, fetchText } from '../provider-fetch.ts'

export function createGraphSender(graph: string): Pick<MailProvider, 'send' | 'knows'> {
  return {
    async send(access, raw) {
      const headers = { ...bearer(access), 'Content-Type': 'text/plain' }
      await fetchText(`${graph}/me/sendMail`, { method: 'POST', headers, body: raw.toString('base64') })
      return undefined
    },
    async knows(access, messageId) {
      const query = new URLSearchParams({ $filter: `internetMessageId eq '${messageId.replaceAll("'", "''")}'`, $select: 'id', $top: '1' })
      const { value } = await fetchJson<{ value: unknown[] }>(`${graph}/me/messages?${query}`, { headers: bearer(access) })
      return value.length > 0
    },
  }
}
