import { describe, expect, it } from 'vitest'
import { patchFor } from './patch-for.ts'

const task = { id: 7, description: 'First', labels: ['bug', '<<<outside text'] }

describe('[M4] update_task', () => {
  it.each<[string, Parameters<typeof patchFor>[1], object]>([
    ['changes the given fields', { status: 'done' }, { status: 'done' }],
    ['appends a description', { description: 'Second' }, { description: 'First\n\nSecond' }],
    ['leaves the description alone where there is nothing to append', { description: '  ' }, {}],
    ['replaces labels, each once', { labels: ['new', 'new'] }, { labels: ['new'] }],
  ])('%s', (_, change, patch) => expect(patchFor(task, change)).toEqual(patch))

  it('says how much more can be appended', () => expect(() => patchFor(task, { description: 'x'.repeat(200_000) })).toThrow(/append at most 199993/))
})
