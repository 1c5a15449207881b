import { expect, test } from 'vitest'
import type { SearchHit } from '../../shared/schema/task.ts'
import { merged } from './search-hits.ts'

const hit = (id: number, ...matched: SearchHit['matched']): SearchHit => ({ id, matched }) as SearchHit

test('hits by words keep their places when those by meaning arrive', () => {
  const byWords = [hit(3, 'keyword'), hit(1, 'keyword')]
  const all = [hit(7, 'semantic'), hit(1, 'keyword', 'semantic'), hit(9, 'semantic')]
  expect(merged(byWords, []).map(({ id }) => id)).toEqual([3, 1])
  expect(merged(byWords, all).map(({ id }) => id)).toEqual([3, 1, 7, 9])
  expect(merged(byWords, all)[1]?.matched).toEqual(['keyword', 'semantic'])
})
