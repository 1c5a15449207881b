// The workflows run this repository's own commands, and what is published describes itself as its readers want it.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { bundleManifest, serverJson } from '../../../scripts/packaging/mcp/describe.ts'
import { problemsOfDescriptions } from '../../../scripts/packaging/mcp/problems.ts'
import { problemsOfServerJson } from '../../../scripts/packaging/mcp/server-json-rules.ts'

const root = join(import.meta.dirname, '../../..')
const { scripts, ...own } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>
  version: string
  description: string
  license: string
}
const workflows = globSync('.github/workflows/*.yml', { cwd: root }).map((file) => readFileSync(join(root, file), 'utf8'))

test('[PK6] what the workflows run with npm, node and docker is here', () => {
  const all = workflows.join('\n').replaceAll(/#.*$|^ *- name:.*$/gm, '')
  const commands = [...all.matchAll(/\bnpm (?:run )?([a-z:]+(?:-[a-z]+)*)/g)].map(([, name]) => name as string)
  expect(commands).toEqual(expect.arrayContaining(['check', 'test', 'test:long', 'package', 'pack:npm', 'pack:mcpb', 'release:check']))
  expect(commands.filter((name) => !Object.hasOwn(scripts, name) && !['publish', 'sbom'].includes(name))).toEqual([])
  const files = [...all.matchAll(/\bnode (scripts\/\S+)|-f (cloud\/\S+)/g)].map(([, script, dockerfile]) => (script ?? dockerfile) as string)
  expect(files.length).toBeGreaterThan(2)
  for (const file of files) expect(readFileSync(join(root, file), 'utf8')).not.toBe('')
})

test('[PK6] a workflow may read, and only those jobs of the release write that publish', () => {
  for (const text of workflows) {
    const { permissions, jobs } = parse(text) as { permissions?: object; jobs: Record<string, { permissions?: Record<string, string>; environment?: string }> }
    expect(permissions).toEqual({ contents: 'read' })
    const writing = Object.entries(jobs).filter(([, job]) => Object.values(job.permissions ?? {}).includes('write'))
    for (const [name, job] of writing) expect([name, job.environment]).toEqual([expect.stringMatching(/^(?:npm|image|github)$/), 'release'])
  }
})

test('[PK7] server.json and the manifest of the bundle hold, and what is wrong with one is found', () => {
  expect(problemsOfDescriptions(own, undefined)).toEqual([])
  expect(problemsOfDescriptions(own, 'someone/tandem')).toEqual([])
  const server = serverJson(own, 'someone/tandem')
  expect(server).toMatchObject({ name: 'io.github.someone/tandem', version: own.version, packages: [{ identifier: 'tandem-tasks', version: own.version }] })
  expect(problemsOfServerJson({ ...server, name: 'tandem' })).toEqual([expect.stringContaining('/name')])
  expect(problemsOfServerJson({ ...server, version: '^1.0.0' })).toEqual([expect.stringContaining('/version')])
  expect(problemsOfDescriptions({ ...own, version: undefined as unknown as string }, undefined).join()).toMatch(
    /server\.json.*version.*manifest\.json\/version/,
  )
  expect(bundleManifest(own, undefined)).toMatchObject({ server: { entry_point: 'electron/cli/tandem-mcp.mjs' } })
})
