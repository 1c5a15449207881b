// What the environment gives as defaults.
import type { SettingsPatch } from '../../../shared/schema/settings.ts'

export function fromEnvironment(env: NodeJS.ProcessEnv): SettingsPatch {
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
