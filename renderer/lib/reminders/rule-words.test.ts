import { afterAll, expect, test, vi } from 'vitest'

// Other tests of the same process load the words once more, in the language they expect.
afterAll(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

/** As the web UI says it in a language, which it chooses when it is loaded. */
async function wordsIn(language: string) {
  vi.resetModules()
  vi.stubGlobal('document', { documentElement: { lang: '' } })
  vi.stubGlobal('navigator', { languages: [language] })
  return (await import('./rule-words.ts')).ruleWords
}

const said: [rule: string, en: string, de: string][] = [
  ['FREQ=DAILY', 'Every day at 9:00 AM', 'Jeden Tag um 09:00 Uhr'],
  ['FREQ=DAILY;INTERVAL=3', 'Every 3 days at 9:00 AM', 'Alle 3 Tage um 09:00 Uhr'],
  ['FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR', 'Every weekday at 9:00 AM', 'Jeden Werktag (Mo–Fr) um 09:00 Uhr'],
  ['FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR', 'Every weekday at 9:00 AM', 'Jeden Werktag (Mo–Fr) um 09:00 Uhr'],
  ['FREQ=WEEKLY;INTERVAL=2;BYDAY=FR', 'Every 2 weeks on Friday at 9:00 AM', 'Alle 2 Wochen am Freitag um 09:00 Uhr'],
  ['FREQ=WEEKLY;BYDAY=TH,MO', 'Every Monday and Thursday at 9:00 AM', 'Jeden Montag und Donnerstag um 09:00 Uhr'],
  ['FREQ=WEEKLY', 'Every Sunday at 9:00 AM', 'Jeden Sonntag um 09:00 Uhr'],
  ['FREQ=MONTHLY;BYDAY=1MO', 'First Monday of each month at 9:00 AM', 'Jeden ersten Montag im Monat um 09:00 Uhr'],
  ['FREQ=MONTHLY;BYDAY=MO;BYSETPOS=1', 'First Monday of each month at 9:00 AM', 'Jeden ersten Montag im Monat um 09:00 Uhr'],
  ['FREQ=MONTHLY;INTERVAL=2;BYDAY=-1FR', 'Every 2 months on the last Friday at 9:00 AM', 'Alle 2 Monate am letzten Freitag um 09:00 Uhr'],
  ['FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1', 'Last weekday of each month at 9:00 AM', 'Jeden letzten Werktag im Monat um 09:00 Uhr'],
  ['FREQ=MONTHLY;BYMONTHDAY=15,1', 'Monthly on the 1st and the 15th at 9:00 AM', 'Monatlich am 1. und 15. um 09:00 Uhr'],
  ['FREQ=MONTHLY;BYMONTHDAY=-1', 'Monthly on the last day at 9:00 AM', 'Monatlich am letzten Tag um 09:00 Uhr'],
  ['FREQ=MONTHLY;INTERVAL=3', 'Every 3 months on the 22nd at 9:00 AM', 'Alle 3 Monate am 22. um 09:00 Uhr'],
  ['FREQ=YEARLY;BYMONTH=5;BYMONTHDAY=5', 'Yearly on May 5 at 9:00 AM', 'Jährlich am 5. Mai um 09:00 Uhr'],
  ['FREQ=YEARLY;INTERVAL=2', 'Every 2 years on November 22 at 9:00 AM', 'Alle 2 Jahre am 22. November um 09:00 Uhr'],
  ['FREQ=YEARLY;BYMONTH=5;BYDAY=2SU', 'Yearly on the second Sunday of May at 9:00 AM', 'Jährlich am zweiten Sonntag im Mai um 09:00 Uhr'],
  ['FREQ=DAILY;COUNT=10', 'Every day at 9:00 AM, 10 times', 'Jeden Tag um 09:00 Uhr, 10-mal'],
  ['FREQ=WEEKLY;BYDAY=FR;UNTIL=20271231', 'Every Friday at 9:00 AM, until Dec 31, 2027', 'Jeden Freitag um 09:00 Uhr, bis 31. Dez. 2027'],
  ['FREQ=MONTHLY;BYDAY=-3TU', 'FREQ=MONTHLY;BYDAY=-3TU at 9:00 AM', 'FREQ=MONTHLY;BYDAY=-3TU um 09:00 Uhr'],
  ['FREQ=YEARLY;BYYEARDAY=100', 'FREQ=YEARLY;BYYEARDAY=100 at 9:00 AM', 'FREQ=YEARLY;BYYEARDAY=100 um 09:00 Uhr'],
  ['FREQ=YEARLY;BYMONTHDAY=13;BYDAY=FR', 'FREQ=YEARLY;BYMONTHDAY=13;BYDAY=FR at 9:00 AM', 'FREQ=YEARLY;BYMONTHDAY=13;BYDAY=FR um 09:00 Uhr'],
  ['FREQ=WEEKLY;BYMONTH=6;BYDAY=MO', 'FREQ=WEEKLY;BYMONTH=6;BYDAY=MO at 9:00 AM', 'FREQ=WEEKLY;BYMONTH=6;BYDAY=MO um 09:00 Uhr'],
]

test.each([
  ['en', 1],
  ['de', 2],
] as const)('rules in words: %s', async (language, index) => {
  const ruleWords = await wordsIn(language)
  // A Sunday.
  const words = said.map(([rule]) => ruleWords({ rule, starts_on: '2026-11-22', time: '09:00' }))
  expect(words).toEqual(said.map((one) => one[index]))
})
