// How long after a key its frame is on the screen, as Chromium's own compositor accounts for it (the trace event EventLatency): from the moment the
// browser got the key until the frame that shows what it did was presented, with the stages between. In microseconds, of every key.
//
// A listener that asks for a frame and then posts a message says something else: Chromium puts such messages off after a key until the frame is
// drawn, and longer while keys keep coming. The Event Timing API says the same as the trace, rounded to 8 ms and only from 16 ms on.
import type { Browser } from 'playwright-core'

/** In the order in which a key goes through them. */
export const stages = ['wait', 'main', 'frame', 'raster', 'display'] as const
export type Stage = (typeof stages)[number]

export interface KeyFrame {
  /** The process of the page. */
  pid: number
  at: number
  total: number
  stages: Record<Stage, number>
}

interface TraceEvent {
  name: string
  ph: string
  ts: number
  pid: number
  id2?: { local?: string }
  args?: { event_latency?: { event_type?: string } }
}

function stageOf(name: string): Stage | undefined {
  // Contains the parts of the display that follow it.
  if (name === 'EventLatency' || name === 'SubmitCompositorFrameToPresentationCompositorFrame') return undefined
  if (name === 'RendererMainProcessing') return 'main'
  if (name === 'EndCommitToActivation' || name === 'Activation') return 'raster'
  if (/^(?:EndActivate|Submit|ReceiveCompositorFrame|StartDraw|Swap)/.test(name)) return 'display'
  if (/^(?:Generation|BrowserMain|RendererCompositor)/.test(name)) return 'wait'
  return 'frame'
}

/** The key presses of a trace, oldest first. Those that led to no frame are not among them. */
function keyFrames(events: readonly TraceEvent[]): KeyFrame[] {
  const found: KeyFrame[] = []
  const open = new Map<string, KeyFrame & { isDrawn: boolean; since: Map<string, number> }>()
  for (const event of events.toSorted((a, b) => a.ts - b.ts)) {
    const local = event.id2?.local
    if (local === undefined) continue
    const id = `${event.pid} ${local}`
    if (event.name === 'EventLatency' && event.ph === 'b' && event.args?.event_latency?.event_type === 'KEY_PRESSED') {
      open.set(id, { pid: event.pid, at: event.ts, total: 0, stages: { wait: 0, main: 0, frame: 0, raster: 0, display: 0 }, isDrawn: false, since: new Map() })
    }
    const key = open.get(id)
    if (!key) continue
    if (event.ph === 'b') key.since.set(event.name, event.ts)
    if (event.ph !== 'e') continue
    const took = (event.ts - (key.since.get(event.name) ?? event.ts)) / 1000
    const stage = stageOf(event.name)
    if (stage) key.stages[stage] += took
    if (event.name === 'SubmitCompositorFrameToPresentationCompositorFrame') key.isDrawn = true
    if (event.name !== 'EventLatency') continue
    open.delete(id)
    key.total = took
    if (key.isDrawn) found.push(key)
  }
  return found
}

/** The frames of the keys that are pressed while `run` runs. */
export async function traced(browser: Browser, run: () => Promise<void>): Promise<KeyFrame[]> {
  await browser.startTracing(undefined, { categories: ['-*', 'input.scrolling'] })
  await run()
  const trace = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] }
  return keyFrames(trace.traceEvents)
}
