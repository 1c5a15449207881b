// Files in an export: in pieces, put together again and checked.
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ExportPart } from '../../../electron/service/exports/export-source.ts'
import { writeExport } from '../../../electron/service/exports/write-export.ts'
import { openList, temporaryFolder } from '../../support/imports.ts'

let folder: ReturnType<typeof temporaryFolder>
beforeEach(() => (folder = temporaryFolder()))
afterEach(() => folder.remove())

const sha = (content: Uint8Array) => createHash('sha256').update(content).digest('hex')
/** No piece is like another. */
const large = Uint8Array.from({ length: 7_000_000 }, (_, n) => (n * 2_654_435_761) >>> 24)
const small = Buffer.from('a plan')

function list(name: string, files: readonly Uint8Array[] = []) {
  const dataDir = folder.file(name)
  mkdirSync(dataDir)
  for (const content of files) {
    const hash = sha(content)
    mkdirSync(join(dataDir, 'attachments', hash.slice(0, 2)), { recursive: true })
    writeFileSync(join(dataDir, 'attachments', hash.slice(0, 2), hash), content)
  }
  return openList(dataDir)
}

async function exported(): Promise<string[]> {
  const from = list('from', [large, small])
  const task = { title: 'Plan', description: `[plan](/attachments/${sha(small)}/plan.txt)` }
  from.imports.importBatch({ source: 'test', records: [{ external_id: '1', task }] }, { actor: { kind: 'person', name: 'person' } })
  const lines = await from.lines()
  from.close()
  return lines
}

const save = (lines: readonly string[]) => {
  const file = folder.file('tandem.jsonl')
  writeFileSync(file, `${lines.join('\n')}\n`)
  return file
}

test('[I10] export, import and export again give the same lines, none longer than 8 MB; again, it adds nothing', async () => {
  const lines = await exported()
  expect(lines).toHaveLength(6)
  for (const line of lines) expect(line.length).toBeLessThan(8_000_000)
  const to = list('to')
  const { imported, refused, found } = await to.importFile(save(lines))
  expect([imported, refused, found.task, found.attachment]).toEqual([5, 0, 1, 2])
  expect(await to.lines()).toEqual(lines)
  expect(await to.importFile(save(lines))).toMatchObject({ imported: 0, already: 5, refused: 0 })
  to.close()
})

test('[I10] a piece that is missing or damaged is refused with its reason, and no file comes of it; the whole one then does', async () => {
  const lines = await exported()
  const pieces = lines.filter((line) => line.includes(sha(large)))
  const to = list('to')
  const without = lines.filter((line) => line !== pieces[1])
  expect(await to.importFile(save(without))).toMatchObject({
    refused: 1,
    skipped: [{ reason: expect.stringContaining('import the whole file again') as unknown }],
  })
  const damaged = lines.map((line) => (line === pieces[1] ? line.replace(/"data":"..../, '"data":"AAAA') : line))
  const { skipped } = await to.importFile(save(damaged))
  expect(skipped.filter(({ outcome }) => outcome === 'refused')).toEqual([
    expect.objectContaining({ reason: 'its content is not what its hash says: the export is damaged here' }),
  ])
  expect((await to.lines()).filter((line) => line.includes(sha(large)))).toEqual([])
  expect((await to.importFile(save(lines))).refused).toBe(0)
  expect(await to.lines()).toEqual(lines)
  to.close()
})

test('[I10] what is no piece of a file is refused alone', async () => {
  const header = '{"format":"tandem","version":2}'
  const piece = { type: 'attachment', hash: sha(small), bytes: small.length, offset: 0, data: small.toString('base64') }
  const bad = [{ hash: '../../x' }, { bytes: 26 * 1_048_576 }, { data: '<><>' }, { offset: 3 }, { bytes: 3 }, { bytes: undefined }].map((change) => ({
    ...piece,
    ...change,
  }))
  const to = list('to')
  expect(await to.importFile(save([header, ...[...bad, piece].map((one) => JSON.stringify(one))]))).toMatchObject({ refused: bad.length, imported: 1 })
  to.close()
})

test.runIf(process.env.TANDEM_LONG)(
  '[I11] an export into a folder has the files beside the tasks, which link to them; what an earlier one left goes',
  async () => {
    const lines = await exported()
    const out = folder.file('out')
    async function* pieces(part: ExportPart, those = lines): AsyncGenerator<string> {
      if (part === 'list') for (const line of those) yield `${line}\n`
    }
    expect(await writeExport(out, pieces, () => undefined)).toMatchObject({ tasks: 1, attachments: 2 })
    const plan = `${sha(small).slice(0, 12)}-plan.txt`
    expect(readFileSync(join(out, 'tasks', '0001-plan.md'), 'utf8')).toContain(`[plan](../attachments/${plan})`)
    expect(readFileSync(join(out, 'attachments', plan))).toEqual(small)
    // No text names this one.
    expect(sha(readFileSync(join(out, 'attachments', sha(large).slice(0, 12))))).toBe(sha(large))
    // Its last piece is missing: half a file is none.
    const [, last] = lines.filter((line) => line.includes(sha(large))).slice(-2)
    writeFileSync(join(out, 'attachments', 'notes.txt'), 'of somebody else')
    const rest = lines.filter((line) => line !== last && !line.includes(`"hash":"${sha(small)}"`))
    await writeExport(
      out,
      (part) => pieces(part, rest),
      () => undefined,
    )
    expect(readdirSync(join(out, 'attachments'))).toEqual(['notes.txt'])
  },
)
