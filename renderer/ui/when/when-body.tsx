// What stands in the field for when; loaded when it is about to be opened.
import { useEffect, useId, useRef, useState } from 'react'
import { isDay } from '../../../shared/domain/time/due.ts'
import type { Purpose, When } from '../../../shared/domain/time/when/read-when.ts'
import { dayOfDue } from '../../lib/plan/due.ts'
import { m } from '../../messages/late.ts'
import { dayKey } from '../../lib/moments.ts'
import { loadWhen, useWhen, type WhenReader } from '../../lib/when/use-when.ts'
import { Button } from '../button.tsx'
import { Calendar } from './calendar.tsx'
import { textOfDay, withTime } from './day-text.ts'
import { Doubts } from './doubts.tsx'
import { Suggestions } from './suggestions.tsx'
import { Preview } from './when-preview.tsx'
import type { WhenProps } from './when-picker.tsx'

type BodyProps = WhenProps & { onDone: () => void }

const understood = (when: When | undefined, purpose: Purpose): when is When =>
  when !== undefined && when.rest === '' && when.unsure.length === 0 && when.spans.length > 0 && refusal(when, purpose) === undefined

/** What is read, but does not belong here. */
function refusal({ schedules, once, due, isDueRepeating }: When, purpose: Purpose): string | undefined {
  if (purpose === 'moment' && (once === undefined || schedules.length > 0 || due !== undefined)) return m.when.notHere
  return purpose === 'due' && due === undefined && !isDueRepeating ? m.when.notBefore : undefined
}

/** The moments that need the library of rules, once they are there. */
function useNext(reader: WhenReader | undefined, when: When | undefined): { next: readonly string[]; due: string | undefined } {
  const [known, setKnown] = useState<{ of: string; next: readonly string[]; due: string | undefined }>()
  const key = JSON.stringify([when?.schedules, when?.isDueRepeating])
  const latest = useRef(when)
  useEffect(() => {
    latest.current = when
  })
  useEffect(() => {
    let isGone = false
    async function ask() {
      const { current } = latest
      if (!reader || !current) return
      const [next, due] = await Promise.all([reader.nextMoments(current.schedules), reader.dueOf(current)])
      if (!isGone) setKnown({ of: key, next, due })
    }
    void ask()
    return () => {
      isGone = true
    }
  }, [reader, key])
  const now = known?.of === key ? known : undefined
  return { next: now?.next ?? [], due: when?.due ?? now?.due }
}

const clockOf = (moment: string) => new Date(moment).toTimeString().slice(0, 5)

/** The day and the time that the calendar shows. */
function placeOf(when: When | undefined, due: string | undefined, next: readonly string[]): { day: string | undefined; time: string | undefined } {
  const moment = due ?? when?.once ?? next[0]
  const said = when?.schedules.find(({ time }) => typeof time === 'string')?.time
  if (moment === undefined) return { day: undefined, time: undefined }
  return { day: dayOfDue(moment), time: isDay(moment) ? (said ?? undefined) : clockOf(moment) }
}

/** What is typed, what it means, and which suggestion is chosen. */
function useField({ purpose, initial, suggestions, onSet, onOther, onDone }: BodyProps) {
  const reader = useWhen()
  const [typed, setText] = useState<string>()
  // Where something stands already, Enter leaves it.
  const [at, setAt] = useState(initial ? -1 : 0)
  const text = typed ?? (reader && initial ? initial(reader) : '')
  const when = text.trim() === '' ? undefined : reader?.readHere(text, purpose)
  const isUnderstood = understood(when, purpose)
  const options = suggestions.flatMap((group) => group.options)
  /** Nothing was typed yet. */
  const isChoosing = typed === undefined || text.trim() === ''
  const chosen = isChoosing ? options[at] : undefined
  async function take(words: string) {
    // Whoever is faster than the grammar waits for it.
    const late = reader ?? (await loadWhen())
    const read = late?.readHere(words, purpose)
    if (!late || !understood(read, purpose)) return
    const due = await late.dueOf(read)
    onDone()
    onSet({ due, schedules: purpose === 'moment' ? [] : read.schedules, once: read.once })
  }
  function choose(id: string) {
    const option = options.find((one) => one.id === id)
    if (option?.text !== undefined) return void take(option.text)
    onDone()
    if (option) onOther?.(option.id)
  }
  function submit() {
    if (!isChoosing) void take(text)
    else if (chosen) choose(chosen.id)
    else onDone()
  }
  const move = (by: number) => setAt((options.length + Math.max(at, by > 0 ? -1 : 0) + by) % Math.max(1, options.length))
  const point = (id: string) => setAt(options.findIndex((one) => one.id === id))
  /** What stood there before is all that stands there. */
  const isAsFound = typed === undefined && text !== ''
  return { reader, text, setText, when, isUnderstood, isChoosing, isAsFound, chosen, choose, submit, move, point }
}

export function WhenBody(props: BodyProps) {
  const { purpose, name, suggestions } = props
  const words = useField(props)
  const { reader, text, setText, when, isChoosing, chosen } = words
  const { next, due } = useNext(reader, words.isUnderstood ? when : undefined)
  const field = useRef<HTMLInputElement>(null)
  const list = useId()
  // It comes with the reader, after the field has the keyboard: what is typed next takes its place.
  useEffect(() => {
    if (words.isAsFound) field.current?.select()
  }, [words.isAsFound])
  const write = (written: string) => {
    setText(written)
    field.current?.focus()
  }
  const set = <SetButton isOff={!words.isUnderstood || isChoosing} />
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        event.stopPropagation()
        words.submit()
      }}
    >
      <input
        ref={field}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- it appears because the person asked for it
        autoFocus
        role="combobox"
        aria-expanded={isChoosing}
        aria-controls={list}
        aria-activedescendant={chosen && `${list}-${chosen.id}`}
        aria-autocomplete="list"
        aria-label={name}
        placeholder={m.when.hints[purpose]}
        dir="auto"
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        value={text}
        enterKeyHint="done"
        className="h-[max(40px,var(--tap))] w-full rounded-t-card border-b border-line bg-transparent px-3 text-read text-ellipsis outline-none"
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return
          // A form whose button is off is not submitted by Enter.
          if (event.key === 'Enter') words.submit()
          else if (event.key === 'ArrowDown' && isChoosing) words.move(1)
          else if (event.key === 'ArrowUp' && isChoosing) words.move(-1)
          else return
          event.preventDefault()
          event.stopPropagation()
        }}
      />
      <div className="grid grid-cols-[1fr_15rem] phone:grid-cols-1">
        <div className="flex min-w-0 flex-col">
          {when && <Reading when={when} isUnderstood={words.isUnderstood} text={text} purpose={purpose} due={due} next={next} onWrite={write} />}
          {isChoosing && (
            <Suggestions
              list={list}
              name={name}
              groups={suggestions}
              chosen={chosen?.id}
              reader={reader}
              purpose={purpose}
              onChoose={words.choose}
              onPoint={words.point}
            />
          )}
          <span className="mt-auto flex justify-end p-2 phone:hidden">{set}</span>
        </div>
        <div className="border-s border-line phone:border-s-0 phone:border-t">
          {reader && <Beside reader={reader} when={when} text={text} place={placeOf(when, due, next)} onDay={write} onTime={setText} />}
        </div>
      </div>
      <span className="hidden justify-end border-t border-line p-2 phone:flex">{set}</span>
    </form>
  )
}

interface ReadingProps {
  when: When
  isUnderstood: boolean
  text: string
  purpose: Purpose
  due: string | undefined
  next: readonly string[]
  onWrite: (text: string) => void
}

/** What was understood, or why not. */
function Reading({ when, isUnderstood, text, purpose, due, next, onWrite }: ReadingProps) {
  if (isUnderstood) return <Preview when={when} due={due} next={next} />
  const refused = when.rest === '' && when.unsure.length === 0 ? refusal(when, purpose) : undefined
  if (refused !== undefined) {
    return (
      <p role="status" className="px-3 py-2 text-meta text-muted">
        {refused}
      </p>
    )
  }
  return (
    <Doubts
      className="px-3 py-2"
      unsure={doubtsOf(when, text)}
      onChoose={({ start, end }, option) => onWrite(text.slice(0, start) + option + text.slice(end))}
    />
  )
}

interface BesideProps {
  reader: WhenReader
  when: When | undefined
  text: string
  place: ReturnType<typeof placeOf>
  onDay: (text: string) => void
  onTime: (text: string) => void
}

/** The calendar writes into the field what somebody would have typed. */
function Beside({ reader, when, text, place: { day, time }, onDay, onTime }: BesideProps) {
  const repeats = when?.schedules.some(({ type }) => type !== 'one_time') ?? false
  return (
    <Calendar
      day={day}
      time={time}
      onDay={(chosen) => onDay(textOfDay(chosen, reader) + (time !== undefined && !repeats ? ` ${time}` : ''))}
      onTime={(chosen) => onTime(repeats ? withTime(text, chosen) : `${textOfDay(day ?? dayKey(new Date()), reader)} ${chosen}`)}
    />
  )
}

function SetButton({ isOff }: { isOff: boolean }) {
  return (
    <Button type="submit" look="primary" disabled={isOff}>
      {m.when.set}
    </Button>
  )
}

/** What is in doubt; what nothing was made of. */
function doubtsOf({ unsure, rest }: When, text: string): When['unsure'] {
  if (unsure.length > 0 || rest === '') return unsure
  const start = Math.max(0, text.indexOf(rest))
  return [{ why: 'not_read', options: [], text: rest, start, end: start + rest.length }]
}
