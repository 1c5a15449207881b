// Reads what is new in a conversation: by the configured language model, else by rules. The answer says which it was, and why not the model.
import { type ExtractedTask } from '../../../shared/domain/mail/extracted-task.ts'
import { extractByRules, isAutomatic } from '../../../shared/domain/mail/extract-by-rules.ts'
import type { TakenIn } from '../../../shared/schema/conversation.ts'
import type { ExtractionChoice } from '../settings/settings.ts'
import { createChatExtractor, type ToRead } from './chat-extractor.ts'
import { findDue } from './mail-dates.ts'

export interface Extracted {
  extraction: TakenIn['extraction']
  tasks: ExtractedTask[]
  isAutomatic: boolean
}

export type Extract = (read: Omit<ToRead, 'zone'>) => Promise<Extracted>

/** Reading dates takes time. */
const maxDated = 10
const noneFound = 'The model found nothing in it that somebody wants done.'
const unsure = 'The model is not sure that somebody wants this done.'

export function createExtract(deps: {
  choice: () => Promise<ExtractionChoice>
  now: () => Date
  zone: () => string
  report: (error: unknown) => void
}): Extract {
  const { choice, now, zone, report } = deps
  let failing: string | null = null

  async function byRules({ subject, messages }: Omit<ToRead, 'zone'>): Promise<ExtractedTask> {
    let due: string | undefined
    // What was written last holds: "by Friday", then "Monday will do".
    for (const message of messages.slice(-maxDated).toReversed()) if ((due ??= await findDue(message.text, message.sent_at, zone(), now()))) break
    return extractByRules(subject, messages, due ?? (subject ? ((await findDue(subject, messages[0]?.sent_at as string, zone(), now())) ?? null) : null))
  }

  return async (read) => {
    const automatic = isAutomatic(read.subject, read.messages)
    const rules = async (fallback: string | null): Promise<Extracted> => ({
      extraction: { by: 'rules', model: null, fallback },
      tasks: [await byRules(read)],
      isAutomatic: automatic,
    })
    const { kind, url, model, key, deadline_ms } = await choice()
    // A delivery report is no conversation: no model is needed to see that.
    if (kind !== 'endpoint' || !url || !model || automatic) return rules(null)
    const extractor = createChatExtractor({ url, model, key }, deadline_ms)
    try {
      const tasks = await extractor.extract({ ...read, zone: zone() })
      failing = null
      const extraction = { by: 'model' as const, model: extractor.name, fallback: null }
      // Nothing is dropped silently, least of all because a text said so: a person sees what the rules would have made of it.
      if (tasks.length === 0) return { extraction, tasks: [{ ...(await byRules(read)), confidence: 0, doubt: noneFound }], isAutomatic: false }
      return { extraction, tasks: tasks.map((task) => ({ ...task, doubt: task.doubt ?? unsure })), isAutomatic: false }
    } catch (error) {
      const reason = extractor.reason(error)
      if (failing !== reason) report(new Error(reason))
      failing = reason
      return rules(reason)
    }
  }
}
