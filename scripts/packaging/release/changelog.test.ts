import { expect, test } from 'vitest'
import { isEmpty, released, releaseProblems, sectionOf } from './changelog.ts'

const changelog = '# Changelog\n\nIntro.\n\n## Unreleased\n\n### Added\n\n- New.\n\n## 0.2.0 – 2026-11-28\n\n- Old.\n'

test('[PK8] a section is found by its version, and what is unreleased becomes one', () => {
  expect(sectionOf(changelog, '0.2.0')).toBe('- Old.')
  expect(sectionOf(changelog, '0.2')).toBeUndefined()
  const next = released(changelog, '0.3.0', '2026-12-24')
  expect(sectionOf(next, '0.3.0')).toBe('### Added\n\n- New.')
  expect(isEmpty(sectionOf(next, 'Unreleased')!)).toBe(true)
  expect(() => released(changelog, '0.2.0', '2026-12-24')).toThrow('already')
  expect(() => released(next, '0.4.0', '2026-12-24')).toThrow('nothing')
})

test('[PK8] a release is refused for another tag, without its section, and while something waits', () => {
  const next = released(changelog, '0.3.0', '2026-12-24')
  expect(releaseProblems('v0.3.0', '0.3.0', next, [])).toEqual([])
  expect(releaseProblems('v0.3', '0.3.0', next, [])).toEqual([expect.stringContaining('must be v0.3.0')])
  expect(releaseProblems('v0.4.0', '0.4.0', next, [])).toEqual([expect.stringContaining('no section 0.4.0')])
  expect(releaseProblems('v0.2.0', '0.2.0', changelog, ['quick-dogs.md'])).toEqual([
    expect.stringContaining('unreleased'),
    expect.stringContaining('quick-dogs.md'),
  ])
})
