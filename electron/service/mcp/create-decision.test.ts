import { expect, it } from 'vitest'
import { plainTitle } from './create-decision.ts'

it.each([
  ['Fix the  invoice', 'fix the invoice.'],
  ['Ｆｉｘ it', 'fix it'],
  [' Fix it… ', 'Fix it!'],
])('[M6] "%s" and "%s" are one title', (a, b) => expect(plainTitle(a)).toBe(plainTitle(b)))

it.each([
  ['Fix invoice 1', 'Fix invoice 2'],
  ['C', 'C++'],
])('[M6] "%s" and "%s" are two', (a, b) => expect(plainTitle(a)).not.toBe(plainTitle(b)))
