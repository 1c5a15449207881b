import { expect, it } from 'vitest'
import { readTime } from './time-text.ts'

it.each([
  ['9', '09:00'],
  ['9:30', '09:30'],
  ['0930', '09:30'],
  ['930', '09:30'],
  ['21.30', '21:30'],
  ['9 pm', '21:00'],
  ['9:30\u202fPM', '21:30'],
  ['12am', '00:00'],
  ['12:05 p.m.', '12:05'],
  ['21:30 Uhr', '21:30'],
  ['14h', '14:00'],
  ['00:00', '00:00'],
])('[W122] %j is %s', (text, time) => expect(readTime(text)).toBe(time))

it.each(['', 'noon', '24:00', '9:60', '13 pm', '0 am', '9:3', '123456', '-9'])('[W122] %j is no time', (text) => expect(readTime(text)).toBeUndefined())
