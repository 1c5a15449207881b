// What a person can set: which models search and conversations use and how long they may take, and when reminders are shown. The environment
// gives the defaults; what was set in
// Tandem itself comes before it. Keys of endpoints are kept apart and never given back.
import { Value } from 'typebox/value'
import { AppError, invalidField } from '../../../shared/domain/app-error.ts'
import {
  type ConversationSettings,
  type ReminderSettings,
  type SearchSettings,
  type Settings as SettingsReply,
  type SettingsPatch,
  SettingsPatch as PatchSchema,
} from '../../../shared/schema/settings.ts'
import { readJsonFile, type SecretStore, writeJsonFile } from './settings-file.ts'

export type Settings = ReturnType<typeof createSettings>

type Choice = SearchSettings['embedder'] | SearchSettings['reranker']

/** Settings of search with the keys that its endpoints need. Never logged, never sent. */
export interface SearchChoice extends Omit<SearchSettings, 'embedder' | 'reranker'> {
  embedder: SearchSettings['embedder'] & { key: string | undefined }
  reranker: SearchSettings['reranker'] & { key: string | undefined }
}

/** The same for what reads conversations. */
export interface ExtractionChoice {
  kind: ConversationSettings['extractor']['kind']
  url: string | null
  model: string | null
  key: string | undefined
  deadline_ms: number
}

export interface SettingsDeps {
  file: string
  secrets: SecretStore
  env: NodeJS.ProcessEnv
}

const defaultExtractionDeadline = 30_000
export const defaultDeadlines = { total: 150, keyword: 3000, semantic: 100 }

const parts = ['embedder', 'reranker'] as const

function fromEnvironment(env: NodeJS.ProcessEnv): SettingsPatch {
  const read = (name: string) => env[`TANDEM_${name}`] || undefined
  const choice = (prefix: string) => ({
    ...(read(prefix) ? { kind: read(prefix) as never } : {}),
    ...(read(`${prefix}_FOLDER`) ? { folder: read(`${prefix}_FOLDER`) as string } : {}),
    ...(read(`${prefix}_URL`) ? { url: read(`${prefix}_URL`) as string } : {}),
    ...(read(`${prefix}_MODEL`) ? { model: read(`${prefix}_MODEL`) as string } : {}),
  })
  const total = Number(read('SEARCH_DEADLINE_MS'))
  const { folder: _none, ...extractor } = choice('EXTRACTOR')
  return {
    search: { embedder: choice('EMBEDDER'), reranker: choice('RERANKER'), ...(total > 0 ? { deadlines_ms: { total } } : {}) },
    conversations: { extractor },
  }
}

export function createSettings({ file, secrets, env }: SettingsDeps) {
  const listeners = new Set<(choice: SearchChoice) => void>()
  const reminderListeners = new Set<() => void>()
  const checked = (patch: unknown): SettingsPatch => (Value.Check(PatchSchema, patch) ? patch : {})
  const given = checked(fromEnvironment(env))
  let stored = checked(readJsonFile(file))
  const keyOf = (part: (typeof parts)[number]) => env[`TANDEM_${part.toUpperCase()}_KEY`] || secrets.get(`search.${part}.key`)

  function search(): SearchSettings {
    const plain = { folder: null, url: null, model: null }
    const from = (part: (typeof parts)[number]) => ({ ...given.search?.[part], ...stored.search?.[part] })
    return {
      embedder: { kind: 'local', ...plain, ...from('embedder'), has_key: keyOf('embedder') !== undefined },
      reranker: { kind: 'local', ...plain, ...from('reranker'), has_key: keyOf('reranker') !== undefined },
      deadlines_ms: { ...defaultDeadlines, ...given.search?.deadlines_ms, ...stored.search?.deadlines_ms },
    }
  }

  function reminders(): ReminderSettings {
    return {
      do_not_disturb: { enabled: false, from: '22:00', until: '07:00', ...stored.reminders?.do_not_disturb },
      kinds: { one_time: true, recurring: true, late: true, ...stored.reminders?.kinds },
    }
  }

  function sensibleQuiet({ from, until, enabled }: ReminderSettings['do_not_disturb']): void {
    if (enabled && from === until)
      throw invalidField('/reminders/do_not_disturb/until', `until must differ from from; got '${until}' for both. Send enabled: false to switch it off.`)
  }

  const extractorKey = () => env.TANDEM_EXTRACTOR_KEY || secrets.get('conversations.extractor.key')

  function conversations(): ConversationSettings {
    return {
      extractor: {
        kind: 'rules',
        url: null,
        model: null,
        ...given.conversations?.extractor,
        ...stored.conversations?.extractor,
        has_key: extractorKey() !== undefined,
      },
      deadline_ms: stored.conversations?.deadline_ms ?? defaultExtractionDeadline,
    }
  }

  /** `part`: search.embedder, conversations.extractor, … */
  function complete(part: string, { kind, url, model }: Pick<Choice, 'url' | 'model'> & { kind: string }): void {
    const pointer = `/${part.replace('.', '/')}`
    if (url && !URL.canParse(url)) throw invalidField(`${pointer}/url`, `${part}.url is no address; send one such as "http://127.0.0.1:11434/v1"`)
    if (kind !== 'endpoint') return
    if (!url) throw invalidField(`${pointer}/url`, `${part}.url is needed for an endpoint, for example "http://127.0.0.1:11434/v1"`)
    if (!model) throw invalidField(`${pointer}/model`, `${part}.model is needed for an endpoint: the name that it knows the model by`)
  }

  const choice = (): SearchChoice => {
    const { embedder, reranker, deadlines_ms } = search()
    return { embedder: { ...embedder, key: keyOf('embedder') }, reranker: { ...reranker, key: keyOf('reranker') }, deadlines_ms }
  }

  return {
    read: (): SettingsReply => ({ search: search(), conversations: conversations(), reminders: reminders() }),
    search: choice,
    extraction(): ExtractionChoice {
      const { extractor, deadline_ms } = conversations()
      return { kind: extractor.kind, url: extractor.url, model: extractor.model, key: extractorKey(), deadline_ms }
    },
    reminders,
    /** Calls `tell` after each change. */
    onChange: (tell: (choice: SearchChoice) => void): void => void listeners.add(tell),
    onRemindersChange: (tell: () => void): void => void reminderListeners.add(tell),

    update(patch: SettingsPatch): SettingsReply {
      const before = stored
      const merged: SettingsPatch = {
        search: { ...stored.search },
        reminders: {
          do_not_disturb: { ...stored.reminders?.do_not_disturb, ...patch.reminders?.do_not_disturb },
          kinds: { ...stored.reminders?.kinds, ...patch.reminders?.kinds },
        },
      }
      for (const part of parts) {
        const { key: _key, ...rest } = patch.search?.[part] ?? {}
        merged.search = { ...merged.search, [part]: { ...stored.search?.[part], ...rest } }
      }
      merged.search = { ...merged.search, deadlines_ms: { ...stored.search?.deadlines_ms, ...patch.search?.deadlines_ms } }
      const { key: extractorSecret, ...extractor } = patch.conversations?.extractor ?? {}
      merged.conversations = { ...stored.conversations, ...patch.conversations, extractor: { ...stored.conversations?.extractor, ...extractor } }
      stored = merged
      try {
        for (const part of parts) complete(`search.${part}`, search()[part])
        complete('conversations.extractor', conversations().extractor)
        sensibleQuiet(reminders().do_not_disturb)
        writeJsonFile(file, stored)
        for (const part of parts) {
          const key = patch.search?.[part]?.key
          if (key !== undefined) secrets.set(`search.${part}.key`, key ?? undefined)
        }
        if (extractorSecret !== undefined) secrets.set('conversations.extractor.key', extractorSecret ?? undefined)
      } catch (error) {
        stored = before
        if (error instanceof AppError) throw error
        throw new AppError('storage_unavailable', 'Tandem cannot write its settings. Nothing was changed. Check the data folder, then send the same again.', {
          cause: error,
        })
      }
      if (patch.search) for (const tell of listeners) tell(choice())
      if (patch.reminders) for (const tell of reminderListeners) tell()
      return { search: search(), conversations: conversations(), reminders: reminders() }
    },
  }
}
