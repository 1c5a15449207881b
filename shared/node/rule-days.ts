// The library for RRULEs in Node: loaded when the first rule asks, at once, since whoever asks stands in a transaction.
import { createRequire } from 'node:module'
import { createRuleDays, type RuleLibrary } from '../domain/time/rule-library.ts'

let library: RuleLibrary | undefined

export const ruleDays = createRuleDays(() => (library ??= createRequire(import.meta.url)('rrule-temporal') as RuleLibrary))
