// Tasks made from real bug reports (test/data/gitbugs-hadoop, CC BY 4.0), as many as wanted.
import { readFileSync } from 'node:fs'
import { priorities, statuses } from '../../shared/schema/task.ts'

interface Report {
  title: string
  text: string
}

export function readReports(): Report[] {
  return readFileSync(new URL('../data/gitbugs-hadoop/docs.jsonl', import.meta.url), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Report)
}

/** `count` tasks; the same report comes back with another number in its title. */
export function* tasksFromReports(count: number) {
  const reports = readReports()
  for (let i = 0; i < count; i++) {
    const { title, text } = reports[i % reports.length] as Report
    const round = Math.floor(i / reports.length)
    yield {
      title: (round === 0 ? title : `${title} (${round})`).slice(0, 1000),
      description: text.replaceAll('\0', '').toWellFormed().slice(0, 20_000),
      status: statuses[i % statuses.length] as (typeof statuses)[number],
      priority: priorities[i % priorities.length] as (typeof priorities)[number],
      labels: ['bug', `module-${i % 17}`],
      requesters: [`reporter-${i % 101}`],
    }
  }
}
