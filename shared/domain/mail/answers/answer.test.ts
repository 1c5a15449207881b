import { expect, it } from 'vitest'
import { isMailAddress, readCorrespondent } from '../mail-address.ts'
import { readReport, returnedIds } from './answer.ts'

const id = (n: number) => `<tandem.0000000${n}-0000-4000-8000-000000000000@example.org>`
const original = `In-Reply-To: <back@example.org>\r\nReferences: <asked@example.org> ${id(1)}\r\n <back@example.org>\r\nMessage-ID: ${id(2)}\r\n`

it('[CL345] a report is about the mail that it holds', () => {
  expect(readReport(`Action: failed\r\n\r\n${original}`)?.of[0]).toBe(id(2))
  expect(readReport(`Action: failed\r\nOriginal-Message-ID: ${id(2)}\r\nReferences: ${id(1)}\r\n`)?.of[0]).toBe(id(2))
  // Gmail gives what it sends another one.
  expect(readReport(`Action: failed\r\n\r\n${original.replace(id(2), '<gmail@example.com>')}`)?.of[0]).toBe('<gmail@example.com>')
  expect(readReport(`Action: failed\r\n\r\nNot delivered: ${id(1)}`)?.of).toEqual([id(1)])
})

it('[CL345] so is what a server says in words', () => {
  expect(returnedIds({ body: `It was:\n> References: ${id(1)}\n> Message-ID: ${id(2)}\n`, references: [id(1)] })[0]).toBe(id(2))
  expect(returnedIds({ body: 'It was not delivered.', references: [id(1), '<back@example.org>', id(2)] })[0]).toBe(id(2))
})

it.each(['\u202E', '\u200B', '\u00AD', '\u0001', '\u007F'])('[V54] what is not seen is in no address (%j)', (sign) => {
  expect(isMailAddress(`bo${sign}@example.org`)).toBe(false)
  expect(readCorrespondent(`Bo <bo${sign}@example.org>`).email).toBeUndefined()
})
