import { describe, expect, it } from 'vitest'
import { characterPairs, matchExpression, matchesIn, queryWords } from './search-words.ts'
import { snippetOf } from './snippet.ts'

const texts = (query: string) => queryWords(query).map((word) => word.text)

describe('queryWords', () => {
  it('[Q2] leaves stop words out, unless there is nothing else', () => {
    expect(texts('how do I fix the build ')).toEqual(['fix', 'build'])
    expect(texts('to be or not to be ')).toEqual(['to', 'be', 'or', 'not'])
  })

  it('[Q2] the last word is still being typed, unless a space follows', () => {
    expect(queryWords('fix bui').at(-1)).toMatchObject({ text: 'bui', prefix: true })
    expect(queryWords('fix bui ').at(-1)).toMatchObject({ prefix: false })
  })

  it('[Q3] knows runs of scripts without spaces', () =>
    expect(queryWords('fix 会議の資料 now')).toMatchObject([{ text: '会議の資料', spaceless: true }, { text: 'fix' }, { text: 'now', prefix: true }]))
})

describe('matchExpression', () => {
  it('[Q4] quotes every word', () => {
    expect(matchExpression(queryWords('NEAR(a* "b" OR -c '))).toBe('"near" OR "b" OR "c"')
    expect(matchExpression(queryWords('"*-()'))).toBeUndefined()
  })
  it('[Q3] asks for pairs of characters', () => {
    expect(matchExpression(queryWords('東京都'))).toBe('grams : "東京 京都" OR grams : "東京" OR grams : "京都"')
    expect(characterPairs('see 東京都 and 駅')).toBe('東京 京都 駅')
  })
})

describe('snippetOf', () => {
  it('[Q5] marks stems, prefixes and runs', () => {
    expect(snippetOf(['Builds are failing'], queryWords('build fail'))).toBe('⟦Builds⟧ are ⟦failing⟧')
    expect(snippetOf(['明日の会議です'], queryWords('会議'))).toBe('明日の⟦会議⟧です')
    expect(snippetOf(['Call Höfle and the Café'], queryWords('cafe hofl'))).toBe('Call ⟦Höfle⟧ and the ⟦Café⟧')
  })
  it('[Q5] shows the stretch with the most different words', () => {
    const text = `build ${'x '.repeat(200)} the build did fail here ${'y '.repeat(200)}`
    expect(snippetOf([null, text], queryWords('build fail '))).toMatch(/⟦build⟧ did ⟦fail⟧/)
  })
  it('[Q5] begins at the beginning when only the meaning matched', () => expect(snippetOf(['', 'something else'], queryWords('zebra'))).toBe('something else'))
  it('never shows marks of the text itself', () => expect(snippetOf(['a ⟦b⟧ c'], queryWords('b '))).toBe('a ⟦b⟧ c'))
  it('matchesIn finds each place once, in order', () =>
    expect(matchesIn('tests test testing', queryWords('test ')).map((place) => place.start)).toEqual([0, 6, 11]))
})
