// Asking the person in the agent's own client (elicitation), where it has that. In the era of 2025 it is asked while the call lasts; in that of 2026
// the call answers with the form, and the client calls again with what the person said.
import type { Server, ServerContext } from '@modelcontextprotocol/server'
import type { AskClient, Form, FormAnswer } from '../tool.ts'

const capabilitiesKey = 'io.modelcontextprotocol/clientCapabilities'
const key = 'answer'

interface Elicits {
  elicitation?: { form?: object; url?: object }
}

/** A client that says nothing of forms means them; one that names addresses alone has none. */
const hasForms = ({ elicitation }: Elicits) => elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined)

/** What comes from the client is anybody's: whatever is no accepted form is none. */
function answerOf(response: unknown): FormAnswer {
  const { action, content } = (typeof response === 'object' && response !== null ? response : {}) as { action?: unknown; content?: unknown }
  const isAccepted = action === 'accept' && typeof content === 'object' && content !== null
  return isAccepted ? { accepted: content as Record<string, unknown> } : { accepted: undefined }
}

/** undefined: the client has no forms. */
export function askClientOf(server: Pick<Server, 'getClientCapabilities'>, { mcpReq }: ServerContext): AskClient | undefined {
  const envelope = mcpReq.envelope as Record<string, Elicits> | undefined
  if (envelope) {
    if (!hasForms(envelope[capabilitiesKey] ?? {})) return undefined
    const response = mcpReq.inputResponses?.[key]
    return {
      how: 'again',
      answer: response === undefined ? undefined : answerOf(response),
      state: mcpReq.requestState<string>(),
      request: (form, requestState) => ({
        resultType: 'input_required',
        inputRequests: { [key]: { method: 'elicitation/create', params: { mode: 'form', ...form } } },
        requestState,
      }),
    }
  }
  if (!hasForms(server.getClientCapabilities() ?? {})) return undefined
  return {
    how: 'meanwhile',
    async ask(form: Form, withinMs: number, signal: AbortSignal) {
      try {
        // 2026 has another way, above; this is the one of 2025.
        return answerOf(await mcpReq.elicitInput(form, { signal, timeout: withinMs }))
      } catch {
        // It went away, was too slow or knows no such form. Nobody has said no by that.
        return { accepted: undefined }
      }
    },
  }
}
