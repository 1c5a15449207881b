// Settings that only make sense together; what is missing is said beside its field.
import { invalidField } from '../../../shared/domain/app-error.ts'
import type { ReminderSettings, SearchSettings } from '../../../shared/schema/settings.ts'

export function requireQuietHours({ from, until, enabled }: ReminderSettings['do_not_disturb']): void {
  if (enabled && from === until)
    throw invalidField(
      '/reminders/do_not_disturb/until',
      `The end of do not disturb must differ from its start; got '${until}' for both "from" and "until". To turn it off, send "enabled": false.`,
    )
}

/** `known`: the models that can be fetched for search by meaning. */
export function requireKnownModel({ kind, model }: SearchSettings['embedder'], known: readonly string[]): void {
  if (kind !== 'hub' || model === null || known.includes(model)) return
  throw invalidField(
    '/search/embedder/model',
    `There is no model '${model}' to fetch. Send ${known.map((name) => `"${name}"`).join(' or ')}, or null for the first of them.`,
  )
}

/** `part`: search.embedder, conversations.extractor, … */
export function requireEndpoint(part: string, { kind, url, model }: { kind: string; url: string | null; model: string | null }): void {
  const pointer = `/${part.replace('.', '/')}`
  if (url && !URL.canParse(url)) throw invalidField(`${pointer}/url`, `${part}.url is not an address; send one such as "http://127.0.0.1:11434/v1"`)
  if (kind !== 'endpoint') return
  if (!url) throw invalidField(`${pointer}/url`, `${part}.url is required for an endpoint, for example "http://127.0.0.1:11434/v1"`)
  if (!model) throw invalidField(`${pointer}/model`, `${part}.model is required for an endpoint: the model's name there`)
}
