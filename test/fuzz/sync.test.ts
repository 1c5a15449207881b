// Five desktops and a phone on a network that fails: whatever happens, they agree in the end, and nothing that somebody wrote is lost.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newPerson, openCloud, type TestCloud, type TestPerson } from '../support/cloud/cloud.ts'
import { chooseSeed, randomFrom } from '../support/fuzz/random.ts'
import { openWorld } from '../support/sync/sync-world.ts'

const runs = Number(process.env.TANDEM_RUNS ?? (process.env.TANDEM_LONG ? 1000 : 1))
/** So many runs share their desktops. */
const perWorld = 20
const seed = chooseSeed()

let cloud: TestCloud
let owner: TestPerson
beforeAll(async () => {
  cloud = await openCloud({ streamsPerLogin: 100 })
  owner = await newPerson(cloud)
})
afterAll(() => cloud.close())

it(`[X9] ${runs} runs with disconnects, duplicates, reorderings, crashes and skewed clocks converge, and nothing is lost (TANDEM_SEED=${seed})`, async () => {
  for (let run = 0; run < runs; run += perWorld) {
    if (run > 0 && run % 500 === 0) console.log(`${run} of ${runs} runs, nothing lost`)
    const world = await openWorld(cloud, owner, randomFrom(seed + run))
    try {
      for (let i = 0; i < Math.min(perWorld, runs - run); i++) {
        world.log.length = 0
        await world.round().catch((error: Error) => {
          throw new Error(`seed ${seed}, run ${run + i}: ${error.message}\n${world.log.join('\n')}`)
        })
      }
    } finally {
      await world.close()
    }
  }
  expect(runs).toBeGreaterThan(0)
})
