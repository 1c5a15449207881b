// What the MCP registry asks of a server.json, for the part of it that ours has. After the registry's own schema of 2025-12-11, as it stood at commit
// e361b5ff of modelcontextprotocol/registry (internal/validators/schemas, read on 2026-11-28); stricter in one thing: no field that is not here.
import { Ajv2020 } from 'ajv/dist/2020.js'
import { serverSchema } from './describe.ts'

const text = (maxLength = 10_000) => ({ type: 'string', minLength: 1, maxLength })
const address = { type: 'string', pattern: '^https://[^\\s]+$' }
const strict = (properties: Record<string, object>, required: readonly string[]) => ({ type: 'object', properties, required, additionalProperties: false })

const environmentVariable = strict(
  {
    name: text(),
    description: text(),
    format: { enum: ['string', 'number', 'boolean', 'filepath'] },
    choices: { type: 'array', items: { type: 'string' } },
    default: { type: 'string' },
    isRequired: { type: 'boolean' },
    isSecret: { type: 'boolean' },
  },
  ['name'],
)

const npmPackage = strict(
  {
    registryType: { enum: ['npm'] },
    identifier: text(),
    // Of exactly one version, never a range.
    version: { type: 'string', pattern: '^\\d+\\.\\d+\\.\\d+(?:-[\\w.]+)?$' },
    runtimeHint: text(),
    transport: strict({ type: { enum: ['stdio'] } }, ['type']),
    packageArguments: { type: 'array', items: strict({ type: { enum: ['positional'] }, value: text(), valueHint: text() }, ['type', 'value']) },
    environmentVariables: { type: 'array', items: environmentVariable },
  },
  ['registryType', 'identifier', 'transport', 'version'],
)

const rules = strict(
  {
    $schema: { const: serverSchema },
    name: { type: 'string', minLength: 3, maxLength: 200, pattern: '^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$' },
    title: text(100),
    description: text(100),
    version: { type: 'string', maxLength: 255, pattern: '^\\d+\\.\\d+\\.\\d+(?:-[\\w.]+)?$' },
    websiteUrl: address,
    repository: strict({ url: address, source: text() }, ['url', 'source']),
    packages: { type: 'array', minItems: 1, items: npmPackage },
  },
  ['name', 'description', 'version'],
)

/** What is wrong with it, a line each; none: it may be published. */
export function problemsOfServerJson(server: unknown): string[] {
  const check = new Ajv2020({ allErrors: true, strict: true }).compile(rules)
  return check(server) ? [] : (check.errors ?? []).map(({ instancePath, message, params }) => `server.json${instancePath} ${message} ${JSON.stringify(params)}`)
}
