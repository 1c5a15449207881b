// All that the endpoint offers: tools, resources, prompts. One table serves both protocol eras and both transports.
import type {
  GetPromptResult,
  InputRequiredResult,
  Prompt as ListedPrompt,
  ReadResourceResult,
  Resource as ListedResource,
  ServerContext,
} from '@modelcontextprotocol/server'
import { UriTemplate } from '@modelcontextprotocol/server'
import { estimateTokens } from '../domain/agents/token-estimate.ts'
import type { Caller, Profile, Reader, Tool } from './tool.ts'

type Soon<T> = T | Promise<T>

export interface ResourceTemplate {
  listed: { uriTemplate: string; name: string; description: string; mimeType: string }
  /** undefined when there is no such thing. */
  read(variables: Record<string, string>, uri: string, caller: Caller): Soon<ReadResourceResult | undefined>
  /** Values that a variable may have, for completion. */
  complete?: Record<string, (typed: string) => string[]>
}

export interface Resource {
  listed: ListedResource
  read(caller: Caller): Soon<ReadResourceResult>
}

export interface Prompt {
  listed: ListedPrompt
  get(
    args: Record<string, string>,
    request: ServerContext,
    reader: Reader,
  ): GetPromptResult | InputRequiredResult | Promise<GetPromptResult | InputRequiredResult>
  complete?: Record<string, (typed: string) => string[]>
}

export interface Catalogue {
  tools: readonly Tool[]
  resources: readonly Resource[]
  templates: readonly ResourceTemplate[]
  prompts: readonly Prompt[]
}

export interface Index {
  listTools(profile: Profile): Tool['listed'][]
  /** Tokens that the list of tools costs each time a client reads it. */
  listTokens(profile: Profile): number
  tool(name: string): Tool | undefined
  catalogue: Catalogue
  read(uri: string, caller: Caller): Soon<ReadResourceResult | undefined>
  prompt(name: string): Prompt | undefined
}

/** Looks a catalogue up by name and address. Built once, used by every session. */
export function indexOf(catalogue: Catalogue): Index {
  const tools = new Map(catalogue.tools.map((tool) => [tool.listed.name, tool]))
  const prompts = new Map(catalogue.prompts.map((prompt) => [prompt.listed.name, prompt]))
  const resources = new Map(catalogue.resources.map((resource) => [resource.listed.uri, resource]))
  const templates = catalogue.templates.map((template) => ({ template, pattern: new UriTemplate(template.listed.uriTemplate) }))
  const lists = { full: catalogue.tools.map((tool) => tool.listed), core: catalogue.tools.filter((tool) => tool.profile === 'core').map((tool) => tool.listed) }
  const tokens = { full: estimateTokens(JSON.stringify(lists.full)), core: estimateTokens(JSON.stringify(lists.core)) }
  return {
    catalogue,
    listTools: (profile) => lists[profile],
    listTokens: (profile) => tokens[profile],
    tool: (name) => tools.get(name),
    prompt: (name) => prompts.get(name),
    read(uri, caller) {
      const resource = resources.get(uri)
      if (resource) return resource.read(caller)
      for (const { template, pattern } of templates) {
        const variables = pattern.match(uri)
        if (variables) return template.read(variables as Record<string, string>, uri, caller)
      }
      return undefined
    },
  }
}
