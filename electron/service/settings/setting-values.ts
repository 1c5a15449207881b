// The values of the settings: what was set in Tandem before what the environment gives, before the defaults.
import type { ConversationSettings, ReminderSettings, SearchSettings, SettingsPatch } from '../../../shared/schema/settings.ts'
import type { KeyOwner } from './endpoint-keys.ts'

const defaultExtractionDeadline = 30_000
const defaultAnswerTokens = 4000
const defaultDeadlines = { total: 150, keyword: 3000, semantic: 100 }

export const searchParts = ['embedder', 'reranker'] as const

/** `given`: by the environment; `stored`: set in Tandem. */
export interface SettingSources {
  given: SettingsPatch
  stored: SettingsPatch
}

export const urlIn = (from: SettingsPatch, owner: KeyOwner) => (owner === 'extractor' ? from.conversations?.extractor : from.search?.[owner])?.url

export function searchValues({ given, stored }: SettingSources, hasKey: (owner: KeyOwner) => boolean): SearchSettings {
  const plain = { folder: null, url: null, model: null }
  const from = (part: (typeof searchParts)[number]) => ({ ...given.search?.[part], ...stored.search?.[part] })
  return {
    embedder: { kind: 'local', ...plain, ...from('embedder'), has_key: hasKey('embedder') },
    reranker: { kind: 'local', ...plain, ...from('reranker'), has_key: hasKey('reranker') },
    deadlines_ms: { ...defaultDeadlines, ...given.search?.deadlines_ms, ...stored.search?.deadlines_ms },
  }
}

export function reminderValues({ stored }: Pick<SettingSources, 'stored'>): ReminderSettings {
  return {
    do_not_disturb: { enabled: false, from: '22:00', until: '07:00', ...stored.reminders?.do_not_disturb },
    kinds: { one_time: true, recurring: true, late: true, ...stored.reminders?.kinds },
  }
}

export function conversationValues({ given, stored }: SettingSources, hasKey: (owner: KeyOwner) => boolean): ConversationSettings {
  return {
    extractor: {
      kind: 'rules',
      url: null,
      model: null,
      ...given.conversations?.extractor,
      ...stored.conversations?.extractor,
      has_key: hasKey('extractor'),
    },
    deadline_ms: stored.conversations?.deadline_ms ?? defaultExtractionDeadline,
  }
}

export const answerTokensOf = ({ stored }: Pick<SettingSources, 'stored'>): number => stored.agents?.answer_tokens ?? defaultAnswerTokens

/** The key that a patch gives an endpoint; null takes it away. */
export const keyIn = (patch: SettingsPatch, owner: KeyOwner): string | null | undefined =>
  (owner === 'extractor' ? patch.conversations?.extractor : patch.search?.[owner])?.key

/** What is stored once a patch is applied. Keys are not among it. */
export function patched(stored: SettingsPatch, patch: SettingsPatch): SettingsPatch {
  const merged: SettingsPatch = {
    agents: { ...stored.agents, ...patch.agents },
    search: { ...stored.search },
    reminders: {
      do_not_disturb: { ...stored.reminders?.do_not_disturb, ...patch.reminders?.do_not_disturb },
      kinds: { ...stored.reminders?.kinds, ...patch.reminders?.kinds },
    },
  }
  for (const part of searchParts) {
    const { key: _key, ...rest } = patch.search?.[part] ?? {}
    merged.search = { ...merged.search, [part]: { ...stored.search?.[part], ...rest } }
  }
  merged.search = { ...merged.search, deadlines_ms: { ...stored.search?.deadlines_ms, ...patch.search?.deadlines_ms } }
  const { key: _key, ...extractor } = patch.conversations?.extractor ?? {}
  merged.conversations = { ...stored.conversations, ...patch.conversations, extractor: { ...stored.conversations?.extractor, ...extractor } }
  return merged
}
