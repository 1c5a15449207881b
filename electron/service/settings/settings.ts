// What a person can set: which models search and conversations use and how long they may take, and when reminders are shown. The environment
// gives the defaults; what was set in Tandem itself comes before it. Keys of endpoints are kept apart and never given back.
import { AppError } from '../../../shared/domain/app-error.ts'
import {
  type ConversationSettings,
  type ReminderSettings,
  type SearchSettings,
  type Settings as SettingsReply,
  type SettingsPatch,
  SettingsPatch as PatchSchema,
} from '../../../shared/schema/settings.ts'
import { compileCheck } from '../../../shared/http/validator.ts'
import type { SecretStore } from '../secrets/secret-place.ts'
import { type BoundKey, originOf, readKey, writeKey } from './bound-key.ts'
import { requireEndpoint, requireQuietHours } from './complete.ts'
import { fromEnvironment } from './environment.ts'
import { readJsonFile, writeJsonFile } from './settings-file.ts'

export type Settings = ReturnType<typeof createSettings>

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
  /** Opens the place of the secrets; asked only when one is wanted, because a keychain may take seconds to say no. */
  openSecrets(): Promise<SecretStore>
  /** There are secrets that an earlier start kept, and that may have to be moved. */
  hasSecretFiles: boolean
  report(error: unknown): void
  env: NodeJS.ProcessEnv
}

const defaultExtractionDeadline = 30_000
const defaultAnswerTokens = 4000
const defaultDeadlines = { total: 150, keyword: 3000, semantic: 100 }

const parts = ['embedder', 'reranker'] as const

const secretNames = { embedder: 'search.embedder.key', reranker: 'search.reranker.key', extractor: 'conversations.extractor.key' }
type KeyOwner = keyof typeof secretNames
const keyOwners = Object.keys(secretNames) as KeyOwner[]

/** What is wrong with settings; undefined when nothing is. */
export const checkSettings = compileCheck(PatchSchema, 'body')

export function createSettings({ file, openSecrets, hasSecretFiles, report, env }: SettingsDeps) {
  const listeners = new Set<(choice: SearchChoice) => void>()
  const reminderListeners = new Set<() => void>()
  const checked = (patch: unknown): SettingsPatch => (checkSettings(patch) ? {} : (patch as SettingsPatch))
  const given = checked(fromEnvironment(env))
  let stored = checked(readJsonFile(file))
  const keys: { [owner in KeyOwner]?: BoundKey | undefined } = {}
  const urlIn = (from: SettingsPatch, part: KeyOwner) => (part === 'extractor' ? from.conversations?.extractor : from.search?.[part])?.url

  /** Where the endpoint is at present. */
  function originNow(part: KeyOwner): string | null {
    const own = urlIn(stored, part)
    return originOf(own === undefined ? urlIn(given, part) : own)
  }

  /** A key goes to the address that it was given for, and nowhere else: one of the environment to the address there, if that names one. */
  function keyOf(part: KeyOwner): string | undefined {
    const fromEnvironment = env[`TANDEM_${part.toUpperCase()}_KEY`]
    const kept = keys[part]
    const [key, origin] = fromEnvironment ? [fromEnvironment, originOf(urlIn(given, part))] : [kept?.key, kept?.origin ?? null]
    return origin === null || origin === originNow(part) ? key : undefined
  }

  let opened: Promise<SecretStore> | undefined
  const secrets = () => (opened ??= open())
  async function open(): Promise<SecretStore> {
    const store = await openSecrets()
    for (const owner of keyOwners) {
      try {
        keys[owner] = readKey(await store.get(secretNames[owner]), originNow(owner))
      } catch (error) {
        // It went away while it was asked: the settings do without, and whoever asks next tries again.
        opened = undefined
        report(error)
      }
    }
    if (parts.some((part) => keys[part] !== undefined)) for (const tell of listeners) tell(choice())
    return store
  }

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

  function conversations(): ConversationSettings {
    return {
      extractor: {
        kind: 'rules',
        url: null,
        model: null,
        ...given.conversations?.extractor,
        ...stored.conversations?.extractor,
        has_key: keyOf('extractor') !== undefined,
      },
      deadline_ms: stored.conversations?.deadline_ms ?? defaultExtractionDeadline,
    }
  }

  const answerTokens = (): number => stored.agents?.answer_tokens ?? defaultAnswerTokens

  const choice = (): SearchChoice => {
    const { embedder, reranker, deadlines_ms } = search()
    return { embedder: { ...embedder, key: keyOf('embedder') }, reranker: { ...reranker, key: keyOf('reranker') }, deadlines_ms }
  }

  async function reply(): Promise<SettingsReply> {
    const { kind, warning } = await secrets()
    return {
      search: search(),
      agents: { answer_tokens: answerTokens() },
      conversations: conversations(),
      reminders: reminders(),
      secrets: { store: kind, warning },
    }
  }

  /** Puts a secret, and answers how to put back what stood there. */
  async function keep(part: KeyOwner, bound: BoundKey | undefined): Promise<() => Promise<void>> {
    const store = await secrets()
    const before = keys[part]
    await store.set(secretNames[part], writeKey(bound))
    keys[part] = bound
    return async () => {
      keys[part] = before
      await store.set(secretNames[part], writeKey(before))
    }
  }

  /** A key that is given is kept for the address at present; one that was kept for another address is forgotten. */
  async function settleKey(part: KeyOwner, key: string | null | undefined): Promise<(() => Promise<void>) | undefined> {
    const origin = originNow(part)
    if (key !== undefined) return keep(part, key === null ? undefined : { key, origin })
    const kept = keys[part]
    if (!kept || kept.origin === origin) return undefined
    return keep(part, kept.origin === null ? { key: kept.key, origin } : undefined)
  }

  // What already runs with a key gets it as soon as it is there; the start itself does not wait for a keychain.
  if (hasSecretFiles || parts.some((part) => search()[part].kind === 'endpoint') || conversations().extractor.kind === 'endpoint') secrets().catch(report)
  let turn: Promise<unknown> = Promise.resolve()

  return {
    read: reply,
    /** Where secrets are kept, for other rooms that have some. */
    secrets,
    search: choice,
    async extraction(): Promise<ExtractionChoice> {
      const { extractor, deadline_ms } = conversations()
      // A place of secrets that does not open leaves the endpoint without its key, and rules stand in.
      if (extractor.kind === 'endpoint') await secrets().catch(report)
      return { kind: extractor.kind, url: extractor.url, model: extractor.model, key: keyOf('extractor'), deadline_ms }
    },
    reminders,
    /** How many tokens an agent is given to read at once. */
    answerTokens,
    /** Calls `tell` after each change. */
    onChange: (tell: (choice: SearchChoice) => void): void => void listeners.add(tell),
    onRemindersChange: (tell: () => void): void => void reminderListeners.add(tell),

    /** One after the other: each is checked against what the one before has made. */
    update(patch: SettingsPatch): Promise<SettingsReply> {
      const mine = turn.then(() => change(patch))
      turn = mine.catch(() => undefined)
      return mine
    },
  }

  async function change(patch: SettingsPatch): Promise<SettingsReply> {
    await secrets()
    const before = stored
    const merged: SettingsPatch = {
      agents: { ...stored.agents, ...patch.agents },
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
    const { key: extractorKey, ...extractor } = patch.conversations?.extractor ?? {}
    merged.conversations = { ...stored.conversations, ...patch.conversations, extractor: { ...stored.conversations?.extractor, ...extractor } }
    stored = merged
    const putBack: (() => Promise<void>)[] = []
    try {
      for (const part of parts) requireEndpoint(`search.${part}`, search()[part])
      requireEndpoint('conversations.extractor', conversations().extractor)
      requireQuietHours(reminders().do_not_disturb)
      for (const part of keyOwners) {
        const undo = await settleKey(part, part === 'extractor' ? extractorKey : patch.search?.[part]?.key)
        if (undo) putBack.push(undo)
      }
      writeJsonFile(file, stored)
    } catch (error) {
      stored = before
      for (const undo of putBack.reverse()) await undo().catch(report)
      if (error instanceof AppError) throw error
      throw new AppError(
        'storage_unavailable',
        'Tandem cannot save its settings. Nothing was changed. Check the data folder, then send the same request again.',
        {
          cause: error,
        },
      )
    }
    if (patch.search) for (const tell of listeners) tell(choice())
    if (patch.reminders) for (const tell of reminderListeners) tell()
    return reply()
  }
}
