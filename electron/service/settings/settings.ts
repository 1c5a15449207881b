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
import { requireEndpoint, requireKnownModel, requireQuietHours } from './complete.ts'
import { createEndpointKeys, type EndpointKeys, type KeyOwner, keyOwners } from './endpoint-keys.ts'
import { fromEnvironment } from './environment.ts'
import { answerTokensOf, conversationValues, keyIn, patched, reminderValues, searchParts, searchValues, type SettingSources, urlIn } from './setting-values.ts'
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
  /** The models that can be fetched for search by meaning. */
  embedders(): string[]
}

/** What is wrong with settings; undefined when nothing is. */
export const checkSettings = compileCheck(PatchSchema, 'body')

export function createSettings({ file, openSecrets, hasSecretFiles, report, env, embedders }: SettingsDeps) {
  const listeners = new Set<(choice: SearchChoice) => void>()
  const reminderListeners = new Set<() => void>()
  const checked = (patch: unknown): SettingsPatch => (checkSettings(patch) ? {} : (patch as SettingsPatch))
  const sources: SettingSources = { given: checked(fromEnvironment(env)), stored: checked(readJsonFile(file)) }
  const given = (owner: KeyOwner) => urlIn(sources.given, owner)
  const present = (owner: KeyOwner) => {
    const own = urlIn(sources.stored, owner)
    return own === undefined ? given(owner) : own
  }
  const opened = (owners: readonly KeyOwner[]) => {
    if (searchParts.some((part) => owners.includes(part))) for (const tell of listeners) tell(choice())
  }
  const keys = createEndpointKeys({ openSecrets, addresses: { given, present }, opened, report, env })
  const hasKey = (owner: KeyOwner) => keys.of(owner) !== undefined
  const search = () => searchValues(sources, hasKey)
  const conversations = () => conversationValues(sources, hasKey)
  const reminders = () => reminderValues(sources)

  function choice(): SearchChoice {
    const { embedder, reranker, deadlines_ms } = search()
    return { embedder: { ...embedder, key: keys.of('embedder') }, reranker: { ...reranker, key: keys.of('reranker') }, deadlines_ms }
  }

  async function reply(): Promise<SettingsReply> {
    const { kind, warning } = await keys.secrets()
    return {
      search: search(),
      agents: { answer_tokens: answerTokensOf(sources) },
      conversations: conversations(),
      reminders: reminders(),
      secrets: { store: kind, warning },
    }
  }

  const change = createChange({ file, sources, keys, search, conversations, reminders, embedders, report })

  // What already runs with a key gets it as soon as it is there; the start itself does not wait for a keychain.
  if (hasSecretFiles || searchParts.some((part) => search()[part].kind === 'endpoint') || conversations().extractor.kind === 'endpoint')
    keys.secrets().catch(report)
  let turn: Promise<unknown> = Promise.resolve()

  return {
    read: reply,
    /** Where secrets are kept, for other rooms that have some. */
    secrets: keys.secrets,
    search: choice,
    async extraction(): Promise<ExtractionChoice> {
      const { extractor, deadline_ms } = conversations()
      // A place of secrets that does not open leaves the endpoint without its key, and rules stand in.
      if (extractor.kind === 'endpoint') await keys.secrets().catch(report)
      return { kind: extractor.kind, url: extractor.url, model: extractor.model, key: keys.of('extractor'), deadline_ms }
    },
    reminders,
    /** How many tokens an agent is given to read at once. */
    answerTokens: (): number => answerTokensOf(sources),
    /** Calls `tell` after each change. */
    onChange: (tell: (choice: SearchChoice) => void): void => void listeners.add(tell),
    onRemindersChange: (tell: () => void): void => void reminderListeners.add(tell),

    /** One after the other: each is checked against what the one before has made. */
    update(patch: SettingsPatch): Promise<SettingsReply> {
      const mine = turn.then(async () => {
        await change(patch)
        if (patch.search) for (const tell of listeners) tell(choice())
        if (patch.reminders) for (const tell of reminderListeners) tell()
        return reply()
      })
      turn = mine.catch(() => undefined)
      return mine
    },
  }
}

interface ChangeDeps {
  file: string
  sources: SettingSources
  keys: EndpointKeys
  search: () => SearchSettings
  conversations: () => ConversationSettings
  reminders: () => ReminderSettings
  embedders(): string[]
  report(error: unknown): void
}

/** A change is made as a whole, its keys included, or not at all. */
function createChange({ file, sources, keys, search, conversations, reminders, embedders, report }: ChangeDeps) {
  return async function change(patch: SettingsPatch): Promise<void> {
    await keys.secrets()
    const before = sources.stored
    sources.stored = patched(before, patch)
    const putBack: (() => Promise<void>)[] = []
    try {
      for (const part of searchParts) requireEndpoint(`search.${part}`, search()[part])
      requireKnownModel(search().embedder, embedders())
      requireEndpoint('conversations.extractor', conversations().extractor)
      requireQuietHours(reminders().do_not_disturb)
      for (const owner of keyOwners) {
        const undo = await keys.settle(owner, keyIn(patch, owner))
        if (undo) putBack.push(undo)
      }
      writeJsonFile(file, sources.stored)
    } catch (error) {
      sources.stored = before
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
  }
}
