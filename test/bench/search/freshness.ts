// `node test/bench/search/freshness.ts`: how long after a write its task is found by its meaning, over HTTP: right after others,
// and after some seconds of rest, in which the worker that reads texts has ended.
import { percentile } from './measures.ts'
import { startTandem } from './tandem.ts'

const rounds = 10
/** The worker that reads texts ends after five idle seconds. */
const rest = 7000
const afterwards = (milliseconds: number) =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds)
  })

const tandem = await startTandem()
try {
  await tandem.fill(Array.from({ length: 50 }, (_, i) => ({ id: String(i), title: `Water the plants in room ${i}`, text: '' })))
  let made = 0
  async function foundAfter(): Promise<number> {
    const title = `The espresso machine number ${++made} leaks onto the floor`
    const began = performance.now()
    const { value } = await tandem.call('POST', '/tasks', { title })
    const { id } = value as { id: number }
    for (;;) {
      const { value: hits } = await tandem.call('GET', `/tasks/search?q=${encodeURIComponent(title)}&mode=semantic&limit=100`)
      if ((hits as { id: number }[]).some((hit) => hit.id === id)) return performance.now() - began
      await afterwards(10)
    }
  }
  for (const [name, wait] of [
    ['right after others', 0],
    ['after a rest', rest],
  ] as const) {
    const took: number[] = []
    for (let i = 0; i < rounds; i++) {
      await afterwards(wait)
      took.push(await foundAfter())
    }
    console.log(`${name.padEnd(20)} p50 ${percentile(took, 0.5).toFixed(0)}  max ${Math.max(...took).toFixed(0)} ms`)
  }
} finally {
  await tandem.close()
}
