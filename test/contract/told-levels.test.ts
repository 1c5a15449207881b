import { expect, test } from 'vitest'
import { sameTaskFrom } from '../../shared/domain/duplicates/same-task.ts'
import { DuplicateCandidate } from '../../shared/schema/task.ts'
import { searchContract } from '../../shared/contract/tasks.ts'

test('[D12] the levels that callers are told are those that decide', () => {
  const { likely, similar } = sameTaskFrom
  const said = (schema: object) => (schema as { description: string }).description
  const { findDuplicates, listDuplicates } = searchContract
  expect(said(findDuplicates.body.properties.threshold)).toContain(`${likely} leaves the likely ones. Default: ${similar},`)
  expect(said(listDuplicates.query.properties.threshold)).toContain(`Default: ${likely}.`)
  expect(said(DuplicateCandidate.properties.likely)).toContain(`from a score of ${likely} on`)
})
