import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { maxOutput } from '../../../shared/schema/work/evidence-words.ts'
import { OutputTail } from './output-tail.ts'

it('[EV6] keeps the end of the output and a digest of all of it, however much there is', () => {
  const tail = new OutputTail()
  const hash = createHash('sha256')
  const chunk = Buffer.from('äöü€ and so on\n'.repeat(5000))
  for (let n = 0; n < 1000; n++) {
    hash.update(chunk)
    tail.add(chunk)
  }
  const { output, output_bytes, output_sha256 } = tail.result()
  expect(output_bytes).toBe(chunk.length * 1000)
  expect(output_sha256).toBe(hash.digest('hex'))
  expect(output).toHaveLength(maxOutput)
  expect(output).not.toContain('\ufffd')
  expect(output.endsWith('äöü€ and so on\n')).toBe(true)
})

it('[EV6] takes out what a terminal would obey, and cuts no letter', () => {
  const tail = new OutputTail()
  tail.add(Buffer.from(`${'😀'.repeat(20_000)}\u001b[1mx`))
  expect(tail.result().output).toMatch(/^(?:😀)+x$/u)
})
