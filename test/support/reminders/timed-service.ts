// A service for each test of a file, on a clock that the test holds, with what it shows people.
import { afterEach, beforeEach } from 'vitest'
import type { AnyJson } from '../any-json.ts'
import { call } from '../service/http.ts'
import { openService } from '../service/service.ts'
import { createFakeClock, type FakeClock } from './fake-clock.ts'
import { createRecordingNotifier, type RecordingNotifier } from './recording-notifier.ts'

/** Long enough for everything that was begun to be written down: no condition could tell that nothing more comes. */
export const idle = async () => {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
}

/** `start`: the moment at which each test begins. */
export function timedService(start: number) {
  let clock: FakeClock
  let notifier: RecordingNotifier
  let service: Awaited<ReturnType<typeof openService>>

  async function begin(options?: { watchEvery: number }): Promise<void> {
    clock = createFakeClock(start, options)
    notifier = createRecordingNotifier()
    service = await openService({ clock, notifier })
  }
  beforeEach(() => begin())
  afterEach(() => service.close())

  return {
    get clock() {
      return clock
    },
    get notifier() {
      return notifier
    },
    get service() {
      return service
    },
    /** Another one in its place, that looks by itself whether the clock has jumped. */
    async watching(): Promise<void> {
      await service.close()
      await begin({ watchEvery: 15_000 })
    },
    to: (at: string | number) => clock.advanceTo(typeof at === 'string' ? Date.parse(at) : at, idle),
    ask: async <T = AnyJson>(method: string, path: string, body?: object) => (await call<T>(service.url, method, path, body)).body,
  }
}
