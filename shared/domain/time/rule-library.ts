// The days of an RRULE, by the library for RFC 5545. It is large and few need it: whoever wires it says how it is loaded.
import type { RuleDays } from './rule-days.ts'

export type RuleLibrary = Pick<typeof import('rrule-temporal'), 'RRuleTemporal'>

/** So many days, weeks, months or years are looked through for the next one: a hostile rule takes no longer than a few hundredths of a second. */
const maxIterations: Record<string, number> = { DAILY: 2200, WEEKLY: 2200, MONTHLY: 500, YEARLY: 60 }
const maxCandidateEvaluations = 50_000
const stretchDays = 400
/** A rule that counts is counted once, so far ahead at most. */
const countedYears = 200

interface Plan {
  next: (from: string) => string | undefined
  previous: (until: string) => string | undefined
}

const maxPlans = 500

function dayOf(found: { toString: () => string } | null): string | undefined {
  const day = found?.toString().slice(0, 10)
  return day !== undefined && /^\d{4}-/.test(day) ? day : undefined
}

const midnight = (day: string) => new Date(`${day}T00:00:00Z`)
const dayAfter = (day: string, days = 1) => new Date(midnight(day).getTime() + days * 86_400_000).toISOString().slice(0, 10)

/** What takes too long to find is not there, whatever the library says of it: one rule must not keep the others from coming. */
function orNone<T>(find: () => T): T | undefined {
  try {
    return find()
  } catch {
    return undefined
  }
}

function endlessPlan(rule: string, first: string, { RRuleTemporal }: RuleLibrary): Plan {
  const freq = /FREQ=(\w+)/.exec(rule)?.[1] ?? ''
  // As plain dates: UTC has no changes of the clocks.
  const rruleString = `DTSTART;TZID=UTC:${first.replaceAll('-', '')}T000000\nRRULE:${rule}`
  const made = new RRuleTemporal({ rruleString, maxIterations: maxIterations[freq] ?? 0, maxCandidateEvaluations })
  // Who asks goes on from day to day, so a stretch of them is kept: to ask for each takes a hundred times as long.
  let stretch: { from: string; to: string; days: string[] } | undefined
  function daysFrom(from: string): string[] {
    if (stretch && stretch.from <= from && from <= stretch.to) return stretch.days
    const to = dayAfter(from, stretchDays)
    const days = orNone(() => made.between(midnight(from), midnight(to), true).flatMap((one) => dayOf(one) ?? []))
    if (days) stretch = { from, to, days }
    return days ?? []
  }
  return {
    next: (from) => daysFrom(from).find((one) => one >= from) ?? orNone(() => dayOf(made.next(midnight(from), true))),
    previous: (until) => orNone(() => dayOf(made.previous(midnight(until), true))),
  }
}

function countedPlan(endless: Plan, first: string, count: number): Plan {
  const last = `${String(Number(first.slice(0, 4)) + countedYears).padStart(4, '0')}${first.slice(4)}`
  const days: string[] = []
  let day = endless.next(first)
  while (day !== undefined && day <= last && days.push(day) < count) day = endless.next(dayAfter(day))
  return { next: (from) => days.find((one) => one >= from), previous: (until) => days.findLast((one) => one <= until) }
}

/** `load` is asked when the first rule comes. */
export function createRuleDays(load: () => RuleLibrary): RuleDays {
  /** By rule and first day. */
  const plans = new Map<string, Plan>()
  function planOf(rule: string, first: string): Plan {
    const key = `${first} ${rule}`
    const found = plans.get(key)
    if (found) return found
    const count = /;?COUNT=(\d+)/.exec(rule)
    const endless = endlessPlan(count ? rule.replace(count[0], '').replace(/^;/, '') : rule, first, load())
    const made = count ? countedPlan(endless, first, Number(count[1])) : endless
    if (plans.size >= maxPlans) plans.delete(plans.keys().next().value as string)
    plans.set(key, made)
    return made
  }
  return {
    next: (rule, first, from) => orNone(() => planOf(rule, first))?.next(from),
    previous: (rule, first, until) => orNone(() => planOf(rule, first))?.previous(until),
  }
}
