// The indexes follow the journal through kill -9 at any moment: nothing is missing afterwards, and nothing that is gone is found.
import { afterAll, expect, it } from 'vitest'
import { type Program, startProgram } from '../../support/service/program.ts'
import { clientOf } from '../../support/service/search-service.ts'
import { serviceProgram } from '../../support/service/service-program.ts'
import { temporaryFolder } from '../../support/service/service.ts'

const folder = temporaryFolder()
let program: Program | undefined

afterAll(async () => {
  await program?.end('SIGKILL')
  folder.remove()
})

async function start(): Promise<string> {
  program = await startProgram([serviceProgram, '--headless', '--port', '0', '--data-dir', folder.path])
  return program.url
}

it('[Q12] resumes after kill -9 without gaps or ghosts', async () => {
  const seed = Date.now() % 100_000
  let state = seed
  const random = (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
  const alive = new Map<number, string>()
  const gone = new Set<string>()
  let count = 0
  const word = () => `token${'abcdefghij'[count % 10]}${(count++).toString(36)}z`

  for (let round = 0; round < (process.env.TANDEM_LONG ? 4 : 1); round++) {
    const { call, create } = clientOf(await start())
    const writes = (process.env.TANDEM_LONG ? 40 : 20) + random(40)
    for (let i = 0; i < writes; i++) {
      const ids = [...alive.keys()]
      const some = ids[random(Math.max(1, ids.length))]
      const what = random(10)
      if (what < 6 || some === undefined) {
        const name = word()
        alive.set((await create(`Task about ${name}`)).id, name)
      } else if (what < 8) {
        gone.add(alive.get(some) as string)
        const name = word()
        alive.set(some, name)
        await call('PATCH', `/tasks/${some}`, { title: `Now about ${name}` })
      } else {
        gone.add(alive.get(some) as string)
        alive.delete(some)
        await call('DELETE', `/tasks/${some}`)
      }
    }
    // In the middle of indexing, wherever that is.
    await program?.end('SIGKILL')
  }

  const { search, settled, status } = clientOf(await start())
  await settled(30_000)
  expect(await status(), `seed ${seed}`).toMatchObject({ tasks: alive.size, indexed: alive.size, pending: 0 })
  for (const [id, name] of alive)
    expect(
      (await search(`"${name}"`, '&mode=keyword')).body.map((hit) => hit.id),
      `seed ${seed}: ${name}`,
    ).toEqual([id])
  for (const name of gone) expect((await search(`"${name}"`, '&mode=keyword')).body, `seed ${seed}: ${name}`).toEqual([])
  const all = (await search('task about something', '&mode=semantic&limit=200')).body.map((hit) => hit.id)
  expect(new Set(all), `seed ${seed}`).toEqual(new Set([...alive.keys()].filter((id) => all.includes(id))))
  await program?.end('SIGKILL')
})
