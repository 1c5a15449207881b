import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { crc32, isTokenShaped, tokenFrom } from './api-token.ts'

const random = fc.uint8Array({ minLength: 64, maxLength: 64 }).filter((bytes) => bytes.filter((byte) => byte < 248).length >= 33)

it('[CL7] computes CRC-32 as everybody does', () => expect(crc32('123456789')).toBe(0xcbf43926))

it('[CL7] every token is known by its checksum, and one changed character gives it away', () => {
  fc.assert(
    fc.property(random, fc.nat(38), fc.constantFrom(...'0aZ9'), (bytes, position, letter) => {
      const token = tokenFrom(bytes)
      expect(token).toMatch(/^tdm_[0-9A-Za-z]{39}$/)
      expect(isTokenShaped(token)).toBe(true)
      const changed = token.slice(0, 4 + position) + letter + token.slice(5 + position)
      expect(isTokenShaped(changed)).toBe(changed === token)
    }),
  )
})

it.each(['', 'tdm_', `tds_${'a'.repeat(39)}`, `tdm_${'-'.repeat(39)}`, `tdm_${'0'.repeat(39)}\n`])('[CL7] %j is none', (text) =>
  expect(isTokenShaped(text)).toBe(false),
)
