// A description cannot refer to a rule: the schemas lie below it. So the numbers in it are compared with those that decide.
import { expect, test } from 'vitest'
import { sameTaskFrom } from '../domain/duplicates/same-task.ts'
import { DuplicateCandidate } from '../schema/task.ts'
import { searchContract } from './tasks.ts'

const described = (schema: unknown, field: string): string =>
  (schema as { properties: Record<string, { description: string }> }).properties[field]?.description ?? ''

test('[D1] what is said of levels of likeness is what same-task.ts decides', () => {
  const { likely, similar } = sameTaskFrom
  expect(described(DuplicateCandidate, 'likely')).toContain(`from a score of ${likely} on`)
  expect(described(searchContract.listDuplicates.query, 'threshold')).toContain(`Default: ${likely}.`)
  const asked = described(searchContract.findDuplicates.body, 'threshold')
  expect(asked).toContain(`${likely} leaves the likely ones`)
  expect(asked).toContain(`Default: ${similar},`)
})
