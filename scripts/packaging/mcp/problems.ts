// What is wrong with how Tandem is described to MCP clients and registries, by the schemas of those who read it.
import { VERSIONED_MANIFEST_SCHEMAS } from '@anthropic-ai/mcpb'
import type { Repository } from '../npm/manifest.ts'
import { bundleManifest, type OwnPackage, serverJson } from './describe.ts'
import { problemsOfServerJson } from './server-json-rules.ts'

export function problemsOfDescriptions(own: OwnPackage, repository: Repository): string[] {
  const bundle = VERSIONED_MANIFEST_SCHEMAS['0.3'].safeParse(bundleManifest(own, repository))
  const ofBundle = bundle.error?.issues.map(({ path, message }) => `manifest.json/${path.join('/')} ${message}`) ?? []
  return [...problemsOfServerJson(serverJson(own, repository)), ...ofBundle]
}
