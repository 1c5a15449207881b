import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createSealing, DamagedFile, sealedLength, unsealed } from './sealed-file.ts'

const key = Buffer.alloc(32, 7)
const of = { team: 'a', object: '1' }

function sealed(plain: Buffer, chunk = 10_000): Buffer {
  const sealing = createSealing([key], of)
  const made: Buffer[] = []
  for (let from = 0; from < plain.length; from += chunk) made.push(sealing.push(plain.subarray(from, from + chunk)))
  return Buffer.concat([...made, sealing.end()])
}

async function opened(bytes: Buffer, as = of, chunk = 7777): Promise<Buffer> {
  async function* chunks() {
    for (let from = 0; from < bytes.length; from += chunk) yield bytes.subarray(from, from + chunk)
  }
  const made: Buffer[] = []
  for await (const piece of unsealed([key], as, chunks())) made.push(piece)
  return Buffer.concat(made)
}

test.each([1, 65_535, 65_536, 65_537, 131_072, 400_000])('[CL260] %i bytes come back as they were, however they are cut', async (length) => {
  const plain = randomBytes(length)
  const bytes = sealed(plain)
  expect(bytes.length).toBe(sealedLength(length))
  expect(await opened(bytes)).toEqual(plain)
  expect(await opened(sealed(plain, 70_000), of, 100_000)).toEqual(plain)
  expect(bytes.includes(plain.subarray(0, 64)) && length > 16).toBe(false)
})

test('[CL260] what is changed, cut off, swapped, or put in the place of another does not open', async () => {
  const plain = randomBytes(200_000)
  const bytes = sealed(plain)
  const piece = 65_552
  const swapped = Buffer.concat([bytes.subarray(0, 1), bytes.subarray(1 + piece, 1 + 2 * piece), bytes.subarray(1, 1 + piece), bytes.subarray(1 + 2 * piece)])
  const bent = Buffer.from(bytes)
  bent[150_000] = (bent[150_000] as number) ^ 1
  for (const bad of [bent, swapped, bytes.subarray(0, 1 + 2 * piece), bytes.subarray(0, 150_000), bytes.subarray(0, 5), Buffer.alloc(0)])
    await expect(opened(bad)).rejects.toThrow(DamagedFile)
  for (const other of [
    { team: 'b', object: '1' },
    { team: 'a', object: '2' },
  ])
    await expect(opened(bytes, other)).rejects.toThrow(DamagedFile)
})
