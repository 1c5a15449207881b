import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { chooseAnother, importing, importNow, type ImportState, lookInto, stopImport, undoImport } from '../../../data/import-file.ts'
import type { OwnAction } from '../../../data/tasks/own-actions.ts'
import { isConnected, remote } from '../../../data/remote.ts'
import { count } from '../../../lib/dates.ts'
import { m } from '../../../messages/late.ts'
import { addressOf, type View } from '../../../lib/navigation.ts'
import { useStore } from '../../../lib/store.ts'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/class-names.ts'
import { Progress } from '../../../ui/progress.tsx'
import { ImportChoose, useDrop } from './import-choose.tsx'
import { ImportFound } from './import-found.tsx'

const says = m.imports

type At<S extends ImportState['step']> = Extract<ImportState, { step: S }>

/** A list from elsewhere: choose a file, see what is in it, bring it in, and take it back. */
export function ImportPart() {
  const state = useStore(importing)
  const isOver = useDrop(state.step === 'reading' || state.step === 'importing')
  const whole = useRef<HTMLDivElement>(null)
  const before = useRef<ImportState['step']>(undefined)
  // What had the keyboard went with the step before: it stays here, on what comes next.
  useEffect(() => {
    const isFirst = before.current === undefined
    before.current = state.step
    if ((isFirst && state.step === 'choose') || (document.activeElement !== document.body && !whole.current?.contains(document.activeElement))) return
    const first = whole.current?.querySelector<HTMLElement>('button[data-first]') ?? whole.current?.querySelector<HTMLElement>('[data-first]')
    first?.focus({ preventScroll: true })
    whole.current?.scrollIntoView({ block: 'nearest' })
  }, [state.step])
  return (
    <div ref={whole} className={cx('scroll-my-6', isOver && state.step !== 'choose' && 'rounded-card bg-accent-soft')}>
      {state.step === 'choose' && <ImportChoose problem={state.problem} isOver={isOver} />}
      {(state.step === 'reading' || state.step === 'importing') && <Running state={state} />}
      {state.step === 'preview' && <Preview state={state} />}
      {state.step === 'done' && <Done state={state} />}
      {state.step === 'stopped' && <Stopped state={state} />}
    </div>
  )
}

function Title({ children }: { children: ReactNode }) {
  return (
    <div role="status" className="mt-3">
      <h4 tabIndex={-1} data-first="" dir="auto" className="font-medium break-words outline-none">
        {children}
      </h4>
    </div>
  )
}

const Buttons = ({ children }: { children: ReactNode }) => <div className="mt-4 flex flex-wrap gap-2">{children}</div>

const another = (
  <Button key="another" onClick={() => chooseAnother()}>
    {says.another}
  </Button>
)

function Running({ state: { step, file, progress } }: { state: At<'reading' | 'importing'> }) {
  const name = step === 'reading' ? says.reading(file.name) : says.importing(file.name)
  const part = progress?.part ?? undefined
  return (
    <>
      <Title>{name}</Title>
      <div className="mt-3 flex flex-col gap-1.5">
        {part === undefined ? <div className="h-1 w-full animate-pulse rounded-full bg-line-strong" /> : <Progress name={name} done={part} />}
        <p className="tabular min-h-5 text-muted">
          {progress && (step === 'reading' ? says.soFar(progress.read) : says.imported(progress.imported))}
          {progress && progress.already > 0 && `, ${says.already}: ${count(progress.already)}`}
        </p>
      </div>
      <Buttons>
        <Button look="outlined" onClick={stopImport}>
          {says.stop}
        </Button>
      </Buttons>
    </>
  )
}

function Preview({ state: { file, report } }: { state: At<'preview'> }) {
  const { data } = useQuery(remote)
  const { imported, already, found, skipped } = report
  const isOther = skipped.some(({ differs }) => differs)
  return (
    <>
      <Title>{says.found(file.name)}</Title>
      <ImportFound report={report} />
      {imported === 0 && <p className="mt-3 text-muted">{already > 0 ? says.allHere : says.noneUsable}</p>}
      {isOther && <p className="mt-3 max-w-[68ch] text-muted">{says.sameName}</p>}
      {imported > 0 && isConnected(data) && <p className="mt-3 max-w-[68ch] text-muted">{says.seen(data?.team?.name ?? '')}</p>}
      <Buttons>
        {imported > 0 && (
          <Button look="primary" data-first="" onClick={() => void importNow(file)}>
            {found.task === imported ? says.doImportTasks(imported) : says.doImport(imported)}
          </Button>
        )}
        {another}
      </Buttons>
    </>
  )
}

/** Where what came in is to be seen. */
function GoTo({ view, children }: { view: View; children: ReactNode }) {
  const href = addressOf({ view, openId: undefined, filter: {} })
  return (
    <Button look="outlined" onClick={() => navigate(href)}>
      {children}
    </Button>
  )
}

function Undo({ way }: { way: OwnAction }) {
  const [isUndoing, setUndoing] = useState(false)
  return (
    <Button
      look="outlined"
      aria-busy={isUndoing}
      disabled={isUndoing}
      onClick={() => (setUndoing(true), void undoImport(way).finally(() => setUndoing(false)))}
    >
      {isUndoing ? says.undoing : says.undo}
    </Button>
  )
}

function Done({ state: { report, way } }: { state: At<'done'> }) {
  return (
    <>
      <Title>{report.imported > 0 ? says.done(report.file) : says.nothingNew(report.file)}</Title>
      <ImportFound report={report} />
      <Buttons>
        {report.found.task > 0 && <GoTo view="all">{says.show}</GoTo>}
        {way && <Undo way={way} />}
        {another}
      </Buttons>
    </>
  )
}

function Stopped({ state: { file, text, isChanged, way } }: { state: At<'stopped'> }) {
  return (
    <>
      <Title>{file.name}</Title>
      <p role="alert" dir="auto" className="mt-1 max-w-[68ch] break-words text-bad">
        {text}
      </p>
      <Buttons>
        {isChanged ? (
          <>
            <Button look="outlined" onClick={() => void importNow(file)}>
              {says.goOn}
            </Button>
            {way ? <Undo way={way} /> : <GoTo view="activity">{says.activity}</GoTo>}
            {another}
          </>
        ) : (
          <>
            <Button look="outlined" onClick={() => chooseAnother()}>
              {says.another}
            </Button>
            <Button onClick={() => void lookInto(file)}>{says.again}</Button>
          </>
        )}
      </Buttons>
    </>
  )
}
