// Tasks as iCalendar (RFC 5545). Titles, labels and times only: what calendar services of others keep must not hold what was written into a task.
import ICAL from 'ical.js'
import type { Calendar } from '../../schema/cloud/calendar.ts'
import type { Priority, Status, Task } from '../../schema/task.ts'
import { isDay } from '../time/due.ts'

export interface CalendarTask extends Pick<Task, 'uid' | 'title' | 'status' | 'priority' | 'labels' | 'due' | 'created_at' | 'updated_at'> {
  /** Where a person opens it. */
  url: string
  reminders: {
    id: number
    /** RFC 3339, soonest first: each time that it will come. */
    moments: readonly string[]
  }[]
}

/** As RFC 5545 counts: 1 is the highest. */
const priorities: Record<Priority, number> = { high: 1, medium: 5, low: 9 }
const states: Record<Status, string> = {
  backlog: 'NEEDS-ACTION',
  todo: 'NEEDS-ACTION',
  in_progress: 'IN-PROCESS',
  in_review: 'IN-PROCESS',
  done: 'COMPLETED',
}

/** RFC 5545 has no way to write these. */
const readable = (text: string): string => text.replaceAll(/\p{Cc}+/gu, ' ').trim()

/** A day, or a moment in UTC to the second. */
const timeOf = (when: string) => (isDay(when) ? ICAL.Time.fromDateString(when) : ICAL.Time.fromJSDate(new Date(when), true))

const add = (part: ICAL.Component, name: string, value: string | number | ICAL.Time | ICAL.Duration) => part.addPropertyWithValue(name, value)

function addFacts(part: ICAL.Component, uid: string, { title, labels, url, created_at, updated_at }: CalendarTask): void {
  add(part, 'uid', `${uid}@tandem`)
  add(part, 'dtstamp', timeOf(updated_at))
  add(part, 'created', timeOf(created_at))
  add(part, 'last-modified', timeOf(updated_at))
  add(part, 'summary', readable(title))
  add(part, 'url', url)
  if (labels.length > 0) part.addProperty(new ICAL.Property('categories', part)).setValues(labels.map(readable))
}

/** It rings when the entry begins, or at a moment. */
function addAlarm(part: ICAL.Component, title: string, at?: string): void {
  const alarm = new ICAL.Component('valarm')
  add(alarm, 'action', 'DISPLAY')
  add(alarm, 'description', readable(title))
  if (at === undefined) add(alarm, 'trigger', ICAL.Duration.fromSeconds(0))
  else add(alarm, 'trigger', timeOf(at)).setParameter('value', 'DATE-TIME')
  part.addSubcomponent(alarm)
}

function event(uid: string, at: string, task: CalendarTask): ICAL.Component {
  const part = new ICAL.Component('vevent')
  addFacts(part, uid, task)
  add(part, 'dtstart', timeOf(at))
  if (!isDay(at)) add(part, 'duration', ICAL.Duration.fromSeconds(900))
  // A task is no appointment: whoever plans with this person finds the time free.
  add(part, 'transp', 'TRANSPARENT')
  return part
}

function eventsOf(task: CalendarTask): ICAL.Component[] {
  const due = task.due === null ? [] : [event(`${task.uid}-due`, task.due, task)]
  const reminders = task.reminders.flatMap(({ id, moments }) =>
    moments.map((at) => {
      const part = event(`${task.uid}-${id}-${at.replaceAll(/\D/g, '').slice(0, 14)}`, at, task)
      addAlarm(part, task.title)
      return part
    }),
  )
  return [...due, ...reminders]
}

function todoOf(task: CalendarTask): ICAL.Component {
  const part = new ICAL.Component('vtodo')
  addFacts(part, task.uid, task)
  if (task.due !== null) add(part, 'due', timeOf(task.due))
  add(part, 'status', states[task.status])
  add(part, 'priority', priorities[task.priority])
  for (const { moments } of task.reminders) if (moments[0] !== undefined) addAlarm(part, task.title, moments[0])
  return part
}

/** `name`: as calendar programs call it. Reminders follow rules that iCalendar cannot say alike (the last day of a month), so each time is an entry. */
export function calendarText({ name, as, tasks }: { name: string; as: Calendar['as']; tasks: readonly CalendarTask[] }): string {
  const calendar = new ICAL.Component('vcalendar')
  add(calendar, 'version', '2.0')
  add(calendar, 'prodid', '-//Tandem//Tasks//EN')
  add(calendar, 'calscale', 'GREGORIAN')
  add(calendar, 'method', 'PUBLISH')
  add(calendar, 'x-wr-calname', readable(name))
  add(calendar, 'x-published-ttl', 'PT15M')
  for (const task of tasks) for (const part of as === 'events' ? eventsOf(task) : [todoOf(task)]) calendar.addSubcomponent(part)
  return `${calendar.toString()}\r\n`
}
