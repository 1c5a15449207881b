import { describe, expect, it } from 'vitest'
import { stemOf } from './search-words.ts'
import { createSpellings, otherSpellings } from './spellings.ts'

describe('other spellings', () => {
  it('[Q14] are those that a keyboard without the letters leaves', () => {
    expect(otherSpellings('müller')).toEqual(['mueller'])
    expect(otherSpellings('straße')).toEqual(['strasse'])
    expect(otherSpellings('süße')).toEqual(['suesse', 'susse'])
    expect(otherSpellings('łódź')).toEqual(['lodz'])
    expect(otherSpellings('smørrebrød')).toEqual(['smoerrebroed', 'smorrebrod'])
    expect(otherSpellings('cœur')).toEqual(['coeur'])
  })

  it('[Q14] need nothing where the index leaves out the marks itself', () => {
    for (const word of ['blue', 'queue', 'été', 'señor', 'привет']) expect(otherSpellings(word)).toEqual([])
  })

  it('[Q14] lead back to the words that a list has', () => {
    const spellings = createSpellings()
    for (const word of ['müller', 'straße', 'straßenbahn', 'blue']) spellings.add(word)
    expect(spellings.of('mueller', false)).toEqual(['müller'])
    expect(spellings.of('strasse', false)).toEqual(['straße'])
    expect(spellings.of('stras', true)).toEqual(['straße', 'straßenbahn'])
    expect(spellings.of('blue', true)).toEqual([])
  })

  it('[Q14] have the stems that the index has: it reads bytes', () => {
    expect(['straße', 'große', 'rates', 'łódź'].map(stemOf)).toEqual(['straß', 'groß', 'rate', 'łodz'])
  })
})
