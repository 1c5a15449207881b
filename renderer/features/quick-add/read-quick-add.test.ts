import { describe, expect, test } from 'vitest'
import { readQuickAdd } from './read-quick-add.ts'

describe('quick add', () => {
  test('takes labels and a priority out of the line', () => {
    expect(readQuickAdd('checksum file not synced !high #bug #s3a')).toMatchObject({
      title: 'checksum file not synced',
      priority: 'high',
      labels: ['bug', 's3a'],
    })
  })

  test.each(['fix C# build', 'see #12 first', 'a#b stays', 'this is !important', 'wow!', 'mail to ana#example', '# heading', '!'])(
    'leaves "%s" as it is',
    (line) => {
      expect(readQuickAdd(line)).toEqual({ title: line, priority: undefined, labels: [], tokens: [] })
    },
  )

  test('a dismissed token is plain text again', () => {
    const line = 'rename #bug to #defect'
    expect(readQuickAdd(line, new Set(['#bug']))).toMatchObject({ title: 'rename #bug to', labels: ['defect'] })
  })

  test('of several priorities the last counts, and labels are not repeated', () => {
    expect(readQuickAdd('x !low !high #a #a')).toMatchObject({ priority: 'high', labels: ['a'], tokens: [{ raw: '!high' }, { raw: '#a' }] })
  })

  test('a line of tokens alone is its own title', () => {
    expect(readQuickAdd('#bug !high')).toEqual({ title: '#bug !high', priority: undefined, labels: [], tokens: [] })
  })

  test('labels in any script', () => {
    expect(readQuickAdd('שלום #דחוף 東京 #仕事')).toMatchObject({ title: 'שלום 東京', labels: ['דחוף', '仕事'] })
  })
})
