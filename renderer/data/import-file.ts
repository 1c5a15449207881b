// A file that comes in: looked into first, then imported, with a way back. It goes on while other screens are open.
import { largestImportFile, type ImportFileLine, type ImportFileProgress, type ImportFileReport } from '../../shared/schema/import-file.ts'
import type { Problem } from '../../shared/schema/problem.ts'
import { ApiError } from '../backend/api.ts'
import { desktop } from '../backend/desktop.ts'
import { explain } from '../backend/explain.ts'
import { homeFetch } from '../backend/home-fetch.ts'
import { localPerson } from '../backend/local-person.ts'
import { m } from '../messages/late.ts'
import { createStore } from '../lib/store.ts'
import { didAction, type OwnAction, undoAction } from './tasks/own-actions.ts'

export type ImportState =
  | { step: 'choose'; problem?: string }
  | { step: 'reading' | 'importing'; file: File; progress?: ImportFileProgress }
  | { step: 'preview'; file: File; report: ImportFileReport }
  | { step: 'done'; report: ImportFileReport; way: OwnAction | undefined }
  | { step: 'stopped'; file: File; text: string; isChanged: boolean; way: OwnAction | undefined }

export const importing = createStore<ImportState>({ step: 'choose' })

let running: AbortController | undefined

/** Something is wrong before anything was sent. */
class NotSent extends Error {}

async function checkFile(file: File): Promise<void> {
  if (file.size > largestImportFile) throw new NotSent(m.imports.tooLarge)
  // One that was changed since it was chosen is refused by the browser, in no words.
  await file
    .slice(0, 1)
    .arrayBuffer()
    .catch(() => {
      throw new NotSent(m.imports.gone)
    })
}

async function* linesOf(body: NonNullable<Response['body']>): AsyncGenerator<ImportFileLine> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (;;) {
    // A stream is read in order.
    const { done, value } = await reader.read()
    if (done) return
    const lines = (rest + value).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) yield JSON.parse(line) as ImportFileLine
  }
}

/** How it ended. Throws when it was not answered to the end. */
async function send(file: File, isLook: boolean, signal: AbortSignal, told: (progress: ImportFileProgress) => void) {
  await checkFile(file)
  const query = new URLSearchParams({ name: file.name, ...(isLook ? { dry_run: 'true' } : {}) })
  const response = await homeFetch(`/import/file?${query}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/octet-stream', 'X-Actor': localPerson.name },
    body: file,
    signal,
  })
  if (!response.ok || !response.body) throw new ApiError((await response.json()) as Problem)
  for await (const line of linesOf(response.body)) {
    if ('progress' in line) told(line.progress)
    else return line
  }
  throw new TypeError('the answer has no end')
}

/** The entries that an import wrote, as one action of the person. */
function wayBack({ file, imported, written }: ImportFileReport): OwnAction | undefined {
  const entries = written.flatMap(({ first, last }) => Array.from({ length: last - first + 1 }, (_, index) => first + index))
  if (entries.length === 0) return undefined
  return {
    said: m.imports.said(imported, file),
    writes: entries.map((entry) => ({ taskId: 0, entry, is: (one) => one.seq === entry })),
    undone: () => importing.set({ step: 'choose' }),
  }
}

// A reload would end it in the middle: the browser asks first. The desktop's window is only hidden.
if (!desktop) window.addEventListener('beforeunload', (event) => importing.get().step === 'importing' && event.preventDefault())

async function run(file: File, isLook: boolean): Promise<void> {
  running?.abort()
  const own = new AbortController()
  running = own
  let progress: ImportFileProgress | undefined
  const show = (next: ImportState) => {
    if (running === own) importing.set(next)
  }
  const step = isLook ? 'reading' : 'importing'
  show({ step, file })
  try {
    const end = await send(file, isLook, own.signal, (next) => show({ step, file, progress: (progress = next) }))
    const way = wayBack(end.report)
    // Not for a keystroke that means something else by now: the report itself has the button, too.
    if (way) didAction(way)
    if ('problem' in end) {
      const { imported } = end.report
      const { detail } = end.problem
      const isChanged = !isLook && imported > 0
      show({ step: 'stopped', file, text: isChanged ? m.imports.stoppedAt(detail, imported) : `${m.imports.failed} ${detail}`, isChanged, way })
    } else if (isLook) show({ step: 'preview', file, report: end.report })
    else show({ step: 'done', report: end.report, way })
  } catch (error) {
    if (own.signal.aborted) return
    const isChanged = !isLook && progress !== undefined && progress.imported > 0
    const text = isChanged ? m.imports.brokeOff : error instanceof NotSent ? error.message : explain(m.imports.failed, error)
    show({ step: 'stopped', file, text, isChanged, way: undefined })
  }
}

/** What would come in; changes nothing. */
export const lookInto = (file: File): Promise<void> => run(file, true)
export const importNow = (file: File): Promise<void> => run(file, false)

/** Ends it between two batches. */
export function stopImport(): void {
  const state = importing.get()
  running?.abort()
  if (state.step !== 'importing') return chooseAnother()
  const isChanged = state.progress !== undefined && state.progress.imported > 0
  importing.set({ step: 'stopped', file: state.file, text: isChanged ? m.imports.stopped : m.imports.failed, isChanged, way: undefined })
}

export function chooseAnother(problem?: string): void {
  running?.abort()
  importing.set(problem === undefined ? { step: 'choose' } : { step: 'choose', problem })
}

export const undoImport = (way: OwnAction): Promise<void> => undoAction(way)
