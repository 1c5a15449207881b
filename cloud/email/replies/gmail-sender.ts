// Sending over Gmail's API, which may give a mail a Message-ID of its own.
import type { MailProvider } from '../provider.ts'
import { bearer, fetchJson, json } from '../provider-fetch.ts'

interface Sent {
  id: string
  payload?: { headers?: { name: string; value: string }[] }
}

/** `me`: the address of the mailbox's own API. */
export function createGmailSender(me: string): Pick<MailProvider, 'send' | 'knows'> {
  async function idOf(access: string, id: string): Promise<string | undefined> {
    const { payload } = await fetchJson<Sent>(`${me}/messages/${encodeURIComponent(id)}?format=metadata&metadataHeaders=Message-ID`, {
      headers: bearer(access),
    })
    return payload?.headers?.find(({ name }) => name.toLowerCase() === 'message-id')?.value.trim()
  }

  return {
    async send(access, raw, threadId) {
      const { id } = await fetchJson<Sent>(`${me}/messages/send`, json({ raw: raw.toString('base64url'), threadId }, access))
      // It is sent, whatever comes of this: an answer is found by its thread, too.
      return idOf(access, id).catch(() => undefined)
    },
    async knows(access, messageId) {
      const query = new URLSearchParams({ q: `rfc822msgid:${messageId.slice(1, -1)}`, includeSpamTrash: 'true', maxResults: '1' })
      const { messages = [] } = await fetchJson<{ messages?: unknown[] }>(`${me}/messages?${query}`, { headers: bearer(access) })
      return messages.length > 0
    },
  }
}
