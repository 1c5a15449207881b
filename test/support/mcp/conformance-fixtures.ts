// What the protocol's conformance suites expect a server under test to offer, on the same plumbing as Tandem's own tools.
import { createHmac, randomBytes } from 'node:crypto'
import {
  type CallToolResult,
  type GetPromptResult,
  type InputRequiredResult,
  inputRequired,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
  type ServerContext,
} from '@modelcontextprotocol/server'
import type { Catalogue, Prompt, Resource } from '../../../shared/mcp/catalogue.ts'
import type { Tool } from '../../../shared/mcp/tool.ts'

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII='
const wav = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQAAAAA='

type Answer = CallToolResult | InputRequiredResult
type Run = (args: Record<string, unknown>, request: ServerContext) => Answer | Promise<Answer>

const say = (text: string): CallToolResult => ({ content: [{ type: 'text', text }] })
const pause = () => new Promise((resolve) => setTimeout(resolve, 50))

function tool(name: string, run: Run, properties: object = {}, inputSchema: object = { type: 'object', properties }): Tool {
  return {
    profile: 'full',
    listed: { name, description: `For the conformance suite: ${name}`, inputSchema } as Tool['listed'],
    check: () => undefined,
    writes: () => [],
    run: () => ({}),
    raw: async (args, request) => run(args, request),
  }
}

const form = (message: string, properties: Record<string, object>, required: string[] = Object.keys(properties)) =>
  inputRequired.elicit({ message, requestedSchema: { type: 'object', properties, required } as never })

const sampling = (text: string, maxTokens = 100) => inputRequired.createMessage({ messages: [{ role: 'user', content: { type: 'text', text } }], maxTokens })

const nameForm = () => form('What is your name?', { name: { type: 'string' } })

/** The bare response to one of our questions; undefined when it is missing or of no sense. */
function responseTo(request: ServerContext, key: string): Record<string, unknown> | undefined {
  const response = request.mcpReq.inputResponses?.[key]
  return typeof response === 'object' && response !== null ? (response as Record<string, unknown>) : undefined
}

function accepted(request: ServerContext, key: string): Record<string, unknown> | undefined {
  const response = responseTo(request, key)
  return response?.action === 'accept' && typeof response.content === 'object' ? (response.content as Record<string, unknown>) : undefined
}

function spoken(request: ServerContext, key: string): string | undefined {
  const content = responseTo(request, key)?.content as { text?: string } | { text?: string }[] | undefined
  return [content].flat()[0]?.text
}

const secret = randomBytes(32)
const sealed = (state: string) => `${state}.${createHmac('sha256', secret).update(state).digest('base64url')}`

/** The state that we gave out, if it comes back unchanged. */
function unsealed(request: ServerContext): string | undefined {
  const raw = request.mcpReq.requestState<string>()
  if (raw === undefined) return undefined
  const state = raw.slice(0, raw.lastIndexOf('.'))
  if (raw !== sealed(state)) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'requestState is not as it was given out')
  return state
}

const asked: Tool[] = [
  tool(
    'test_sampling',
    (args, request) => {
      const text = spoken(request, 'answer')
      return text === undefined ? inputRequired({ inputRequests: { answer: sampling(String(args.prompt)) } }) : say(`LLM response: ${text}`)
    },
    { prompt: { type: 'string' } },
  ),
  tool(
    'test_elicitation',
    (args, request) => {
      const response = responseTo(request, 'user')
      return response
        ? say(`User response: ${JSON.stringify(response)}`)
        : inputRequired({ inputRequests: { user: form(String(args.message), { username: { type: 'string' }, email: { type: 'string' } }) } })
    },
    { message: { type: 'string' } },
  ),
  tool('test_elicitation_sep1034_defaults', (_args, request) => {
    const response = responseTo(request, 'form')
    if (response) return say(`Elicitation completed: action=${String(response.action)}, content=${JSON.stringify(response.content ?? {})}`)
    const fields = {
      name: { type: 'string', default: 'John Doe' },
      age: { type: 'integer', default: 30 },
      score: { type: 'number', default: 95.5 },
      status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
      verified: { type: 'boolean', default: true },
    }
    return inputRequired({ inputRequests: { form: form('Please look through the defaults', fields, []) } })
  }),
  tool('test_elicitation_sep1330_enums', (_args, request) => {
    const response = responseTo(request, 'form')
    if (response) return say(`Elicitation completed: action=${String(response.action)}, content=${JSON.stringify(response.content ?? {})}`)
    const options = ['option1', 'option2', 'option3']
    const titled = (noun: string) => ['First', 'Second', 'Third'].map((title, i) => ({ const: `value${i + 1}`, title: `${title} ${noun}` }))
    const fields = {
      untitledSingle: { type: 'string', enum: options },
      titledSingle: { type: 'string', oneOf: titled('Option') },
      legacyEnum: { type: 'string', enum: ['opt1', 'opt2', 'opt3'], enumNames: ['Option One', 'Option Two', 'Option Three'] },
      untitledMulti: { type: 'array', items: { type: 'string', enum: options } },
      titledMulti: { type: 'array', items: { anyOf: titled('Choice') } },
    }
    return inputRequired({ inputRequests: { form: form('Please choose', fields, []) } })
  }),
  tool('test_missing_capability', (_args, request) => {
    const envelope = request.mcpReq.envelope as Record<string, { sampling?: object }> | undefined
    if (!envelope?.['io.modelcontextprotocol/clientCapabilities']?.sampling)
      throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { sampling: {} } })
    return say('The client can sample.')
  }),
  tool('test_streaming_elicitation', (_args, request) =>
    accepted(request, 'user_name') ? say('Answered.') : inputRequired({ inputRequests: { user_name: nameForm() } }),
  ),
  tool('test_input_required_result_elicitation', (_args, request) => {
    const name = accepted(request, 'user_name')?.name
    return typeof name === 'string' ? say(`Hello, ${name}!`) : inputRequired({ inputRequests: { user_name: nameForm() } })
  }),
  tool('test_input_required_result_sampling', (_args, request) => {
    const text = spoken(request, 'capital_question')
    return text === undefined ? inputRequired({ inputRequests: { capital_question: sampling('What is the capital of France?') } }) : say(text)
  }),
  tool('test_input_required_result_list_roots', (_args, request) => {
    const roots = responseTo(request, 'client_roots')?.roots
    return Array.isArray(roots) ? say(`Roots: ${JSON.stringify(roots)}`) : inputRequired({ inputRequests: { client_roots: inputRequired.listRoots() } })
  }),
  tool('test_input_required_result_request_state', (_args, request) =>
    unsealed(request) === 'asked' && accepted(request, 'confirm')
      ? say('state-ok')
      : inputRequired({ inputRequests: { confirm: form('Please confirm', { ok: { type: 'boolean' } }) }, requestState: sealed('asked') }),
  ),
  tool('test_input_required_result_multiple_inputs', (_args, request) =>
    unsealed(request) === 'asked' && ['user_name', 'greeting', 'client_roots'].every((key) => responseTo(request, key))
      ? say('All three answers are here.')
      : inputRequired({
          inputRequests: { user_name: nameForm(), greeting: sampling('Generate a greeting', 50), client_roots: inputRequired.listRoots() },
          requestState: sealed('asked'),
        }),
  ),
  tool('test_input_required_result_multi_round', (_args, request) => {
    const state = unsealed(request)
    if (state === 'two' && accepted(request, 'step2')) return say(`Favourite colour: ${String(accepted(request, 'step2')?.color)}`)
    if (state === 'one' && accepted(request, 'step1')) {
      return inputRequired({
        inputRequests: { step2: form('Step 2: What is your favorite color?', { color: { type: 'string' } }) },
        requestState: sealed('two'),
      })
    }
    return inputRequired({ inputRequests: { step1: form('Step 1: What is your name?', { name: { type: 'string' } }) }, requestState: sealed('one') })
  }),
  tool('test_input_required_result_tampered_state', (_args, request) =>
    unsealed(request) === 'asked'
      ? say('The state is as it was.')
      : inputRequired({ inputRequests: { confirm: form('Please confirm', { ok: { type: 'boolean' } }) }, requestState: sealed('asked') }),
  ),
  tool('test_input_required_result_capabilities', (_args, request) => {
    const envelope = request.mcpReq.envelope as Record<string, { sampling?: object; elicitation?: object }> | undefined
    const can = envelope?.['io.modelcontextprotocol/clientCapabilities']
    if (request.mcpReq.inputResponses) return say('Answered.')
    if (!can?.sampling && !can?.elicitation) return say('This client can be asked nothing.')
    return inputRequired({
      inputRequests: { ...(can.elicitation ? { user_name: nameForm() } : {}), ...(can.sampling ? { greeting: sampling('Generate a greeting', 50) } : {}) },
    })
  }),
]

const plain: Tool[] = [
  tool('test_logging_tool', async (_args, { mcpReq }) => {
    await mcpReq.log('info', 'Only for clients that asked for logs')
    return say('Logged.')
  }),
  tool('test_simple_text', () => say('This is a simple text response for testing.')),
  tool('test_image_content', () => ({ content: [{ type: 'image', data: png, mimeType: 'image/png' }] })),
  tool('test_audio_content', () => ({ content: [{ type: 'audio', data: wav, mimeType: 'audio/wav' }] })),
  tool('test_embedded_resource', () => ({
    content: [{ type: 'resource', resource: { uri: 'test://embedded-resource', mimeType: 'text/plain', text: 'This is an embedded resource content.' } }],
  })),
  tool('test_multiple_content_types', () => ({
    content: [
      { type: 'text', text: 'Multiple content types test:' },
      { type: 'image', data: png, mimeType: 'image/png' },
      {
        type: 'resource',
        resource: { uri: 'test://mixed-content-resource', mimeType: 'application/json', text: JSON.stringify({ test: 'data', value: 123 }) },
      },
    ],
  })),
  tool('test_tool_with_logging', async (_args, { mcpReq }) => {
    for (const data of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
      await mcpReq.log('info', data)
      await pause()
    }
    return say('Logged three times.')
  }),
  tool('test_tool_with_progress', async (_args, { mcpReq }) => {
    const progressToken = mcpReq._meta?.progressToken
    for (const progress of [0, 50, 100]) {
      if (progressToken !== undefined) await mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress, total: 100 } })
      await pause()
    }
    return say(String(progressToken))
  }),
  tool('test_error_handling', () => ({ ...say('This tool intentionally returns an error for testing'), isError: true })),
  tool(
    'json_schema_2020_12_tool',
    () => say('ok'),
    {},
    {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      $defs: { address: { $anchor: 'addressDef', type: 'object', properties: { street: { type: 'string' }, city: { type: 'string' } } } },
      properties: {
        name: { type: 'string' },
        address: { $ref: '#/$defs/address' },
        contactMethod: { type: 'string', enum: ['phone', 'email'] },
        phone: { type: 'string' },
        email: { type: 'string' },
      },
      allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
      if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
      // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema, no promise
      then: { required: ['phone'] },
      else: { required: ['email'] },
      additionalProperties: false,
    },
  ),
]

function resource(uri: string, content: { text: string } | { blob: string }, mimeType: string): Resource {
  return { listed: { uri, name: uri.slice(7), mimeType }, read: () => ({ contents: [{ uri, mimeType, ...content }] }) }
}

const user = (content: GetPromptResult['messages'][number]['content']): GetPromptResult['messages'][number] => ({ role: 'user', content })
const text = (words: string) => ({ type: 'text' as const, text: words })

const prompts: Prompt[] = [
  {
    listed: { name: 'test_simple_prompt', description: 'For the conformance suite' },
    get: () => ({ messages: [user(text('This is a simple prompt for testing.'))] }),
  },
  {
    listed: {
      name: 'test_prompt_with_arguments',
      description: 'For the conformance suite',
      arguments: [
        { name: 'arg1', required: true },
        { name: 'arg2', required: true },
      ],
    },
    get: ({ arg1, arg2 }) => ({ messages: [user(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`))] }),
    complete: { arg1: () => ['paris', 'park', 'party'] },
  },
  {
    listed: { name: 'test_prompt_with_embedded_resource', description: 'For the conformance suite', arguments: [{ name: 'resourceUri', required: true }] },
    get: ({ resourceUri }) => ({
      messages: [
        user({ type: 'resource', resource: { uri: String(resourceUri), mimeType: 'text/plain', text: 'Embedded resource content for testing.' } }),
        user(text('Please process the embedded resource above.')),
      ],
    }),
  },
  {
    listed: { name: 'test_prompt_with_image', description: 'For the conformance suite' },
    get: () => ({ messages: [user({ type: 'image', data: png, mimeType: 'image/png' }), user(text('Please analyze the image above.'))] }),
  },
  {
    listed: { name: 'test_input_required_result_prompt', description: 'For the conformance suite' },
    get(_args, request) {
      const context = accepted(request, 'user_context')?.context
      return typeof context === 'string'
        ? { messages: [user(text(`Use this context: ${context}`))] }
        : inputRequired({ inputRequests: { user_context: form('What context should the prompt use?', { context: { type: 'string' } }) } })
    },
  },
]

export const conformanceFixtures: Catalogue = {
  tools: [...plain, ...asked],
  resources: [
    resource('test://static-text', { text: 'This is the content of the static text resource.' }, 'text/plain'),
    resource('test://static-binary', { blob: png }, 'image/png'),
    resource('test://watched-resource', { text: 'Watched resource content' }, 'text/plain'),
  ],
  templates: [
    {
      listed: { uriTemplate: 'test://template/{id}/data', name: 'template', description: 'A template for the conformance suite', mimeType: 'application/json' },
      read: ({ id }, uri) => ({
        contents: [{ uri, mimeType: 'application/json', text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` }) }],
      }),
    },
  ],
  prompts,
}
