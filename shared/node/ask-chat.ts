// One question to a language model behind any OpenAI-compatible chat endpoint (Ollama, LM Studio, llama.cpp, OpenAI), which answers by
// a JSON schema. Whatever it answers is data: the caller checks it. Errors name no key and no text.

export interface ChatSettings {
  url: string
  model: string
  key?: string | undefined
}

export interface ChatQuestion {
  instructions: string
  /** Sent as JSON: texts in it cannot pose as instructions around it. */
  given: unknown
  schema: { name: string; schema: object }
}

const maxAnswer = 400_000

/** `endpoint` names it in errors: "the reranking endpoint". */
export function createChat({ url, model, key }: ChatSettings, endpoint: string) {
  const address = `${url.replace(/\/$/, '')}/chat/completions`

  async function read(response: Response): Promise<string> {
    const decoder = new TextDecoder()
    let text = ''
    for await (const part of response.body ?? []) {
      text += decoder.decode(part as Uint8Array, { stream: true })
      if (text.length > maxAnswer) throw new Error(`${endpoint} returned too much`)
    }
    return text + decoder.decode()
  }

  return {
    name: `${model} at ${new URL(url).host}`,

    /** The text of its answer. */
    async ask({ instructions, given, schema }: ChatQuestion, signal: AbortSignal): Promise<string> {
      const response = await fetch(address, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...(key ? { Authorization: `Bearer ${key}` } : {}) },
        body: JSON.stringify({
          model,
          temperature: 0,
          messages: [
            { role: 'system', content: instructions },
            { role: 'user', content: JSON.stringify(given) },
          ],
          response_format: { type: 'json_schema', json_schema: { ...schema, strict: true } },
        }),
        signal,
      })
      if (!response.ok) {
        await response.body?.cancel()
        throw new Error(`${endpoint} answered ${response.status}`)
      }
      const body = await read(response)
      let parsed: { choices?: { message?: { content?: unknown } }[] }
      try {
        parsed = JSON.parse(body) as typeof parsed
      } catch {
        throw new Error(`${endpoint} did not return JSON`)
      }
      const content = parsed.choices?.[0]?.message?.content
      if (typeof content !== 'string') throw new Error(`${endpoint} returned no text`)
      return content
    },

    /** Why a call failed, in one line. */
    reason(error: unknown, timeoutMs: number): string {
      const { name, message, cause } = error as Error
      if (name === 'TimeoutError') return `${endpoint} did not respond within ${Math.round(timeoutMs)} ms`
      return cause ? `${message}: ${(cause as Error).message}` : message
    },
  }
}
