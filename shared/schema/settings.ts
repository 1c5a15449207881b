import { type Static, Type } from 'typebox'
import { nullable, object, oneOf } from './field.ts'

const milliseconds = (description: string) => Type.Integer({ minimum: 1, maximum: 60_000, description })
const url = Type.String({
  maxLength: 2000,
  pattern: '^https?://[^\\s]+$',
  description: 'Base address, for example http://127.0.0.1:11434/v1',
  'x-hint': 'must start with http:// or https://',
})
const model = Type.String({ minLength: 1, maxLength: 300, description: 'The name that the endpoint knows it by.' })
const key = nullable(Type.String({ maxLength: 1000, description: 'Write only: kept apart from the settings, never given back. null forgets it.' }))
const folder = nullable(Type.String({ maxLength: 4000, description: 'A model folder (tokenizer.json, onnx/model_quantized.onnx); null: the bundled model.' }))

export const embedderKinds = ['local', 'hub', 'endpoint', 'off'] as const
export const rerankerKinds = ['local', 'hub', 'endpoint', 'off'] as const

const deadlines = {
  total: milliseconds('What meaning and reranking add comes within this, or not at all. Default: 150.'),
  keyword: milliseconds('How long words are waited for, which no answer can do without. Default: 3000.'),
  semantic: milliseconds('Default: 100.'),
}

export const SearchSettings = object('SearchSettings', {
  embedder: object('EmbedderSettings', {
    kind: oneOf(embedderKinds, 'What makes vectors of texts.'),
    folder,
    url: nullable(url),
    model: nullable(model),
    has_key: Type.Boolean(),
  }),
  reranker: object('RerankerSettings', {
    kind: oneOf(rerankerKinds, 'What puts the best hits in order.'),
    folder,
    url: nullable(url),
    model: nullable(model),
    has_key: Type.Boolean(),
  }),
  deadlines_ms: object('SearchDeadlines', deadlines),
})
export type SearchSettings = Static<typeof SearchSettings>

export const secretStoreKinds = ['keychain', 'system_cipher', 'file'] as const

const extractorKinds = ['rules', 'endpoint'] as const
const extractorKind = oneOf(
  extractorKinds,
  'What reads conversations: plain rules, or a language model behind an endpoint (rules stand in for it). Default: rules.',
)
const extractionDeadline = milliseconds('How long a language model may take for a conversation. Default: 30000.')

export const ConversationSettings = object('ConversationSettings', {
  extractor: object('ExtractorSettings', { kind: extractorKind, url: nullable(url), model: nullable(model), has_key: Type.Boolean() }),
  deadline_ms: extractionDeadline,
})
export type ConversationSettings = Static<typeof ConversationSettings>

const timeOfDay = (description: string) =>
  Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$', description, 'x-hint': 'must be a time of day from 00:00 to 23:59, for example "22:00"' })
const quiet = {
  enabled: Type.Boolean({ description: 'Default: false.' }),
  from: timeOfDay("HH:MM in the machine's time zone. Default: 22:00."),
  until: timeOfDay('HH:MM; earlier than `from` means on the next day. Default: 07:00.'),
}
const kinds = {
  one_time: Type.Boolean({ description: 'Show those that come once. Default: true.' }),
  recurring: Type.Boolean({ description: 'Show those that repeat. Default: true.' }),
  late: Type.Boolean({ description: 'Show what comes after its moment (Tandem was off, quiet time). Default: true.' }),
}

/** What is not shown is on the list all the same (GET /reminders). */
export const ReminderSettings = object('ReminderSettings', {
  do_not_disturb: object('QuietHours', quiet),
  kinds: object('ReminderKinds', kinds),
})
export type ReminderSettings = Static<typeof ReminderSettings>

const answerTokens = Type.Integer({
  minimum: 500,
  maximum: 100_000,
  description: 'How many tokens one answer over MCP has at most, about; what is longer is cut and says how to read on. Default: 4000.',
})
export const AgentSettings = object('AgentSettings', { answer_tokens: answerTokens })
export type AgentSettings = Static<typeof AgentSettings>

export const Settings = object('Settings', {
  search: SearchSettings,
  agents: AgentSettings,
  conversations: ConversationSettings,
  reminders: ReminderSettings,
  secrets: object('SecretsPlace', {
    store: oneOf(secretStoreKinds, 'Where keys and tokens are kept.'),
    warning: nullable(Type.String({ description: 'What the person should know about this place; null when it is a good one.' })),
  }),
})
export type Settings = Static<typeof Settings>

const optional = Type.Optional
const choice = { folder: optional(folder), url: optional(nullable(url)), model: optional(nullable(model)), key: optional(key) }

export const SettingsPatch = object('SettingsPatch', {
  agents: optional(object('AgentSettingsPatch', { answer_tokens: optional(answerTokens) })),
  reminders: optional(
    object('ReminderSettingsPatch', {
      do_not_disturb: optional(object('QuietHoursPatch', { enabled: optional(quiet.enabled), from: optional(quiet.from), until: optional(quiet.until) })),
      kinds: optional(object('ReminderKindsPatch', { one_time: optional(kinds.one_time), recurring: optional(kinds.recurring), late: optional(kinds.late) })),
    }),
  ),
  search: optional(
    object('SearchSettingsPatch', {
      embedder: optional(object('EmbedderPatch', { kind: optional(oneOf(embedderKinds, 'What makes vectors of texts.')), ...choice })),
      reranker: optional(object('RerankerPatch', { kind: optional(oneOf(rerankerKinds, 'What puts the best hits in order.')), ...choice })),
      deadlines_ms: optional(
        object('DeadlinesPatch', { total: optional(deadlines.total), keyword: optional(deadlines.keyword), semantic: optional(deadlines.semantic) }),
      ),
    }),
  ),
  conversations: optional(
    object('ConversationSettingsPatch', {
      extractor: optional(
        object('ExtractorPatch', { kind: optional(extractorKind), url: optional(nullable(url)), model: optional(nullable(model)), key: optional(key) }),
      ),
      deadline_ms: optional(extractionDeadline),
    }),
  ),
})
export type SettingsPatch = Static<typeof SettingsPatch>
