// The figures of `npm run bench:peers` accuse others of losing writes: they must be able to be 0, and must not be 0 where writes are lost.
import { expect, it } from 'vitest'
import type { Opened } from '../../bench/peers/peer.ts'
import { doTheWork, drafts, noteMark, readFifty, titleMark, writeCount } from '../../bench/peers/work.ts'

/** A peer in memory; `spoil` says where a note goes, or nowhere. */
function peer(spoil: (id: number, note: string, tasks: number) => number | undefined = (id) => id): Opened {
  const tasks: string[] = []
  return {
    seat: async () => ({
      create: async ({ title, description }) => String(tasks.push(`${title}\n${description}`) - 1),
      async append(id, note) {
        const to = spoil(Number(id), note, tasks.length)
        if (to !== undefined) tasks[to] += `\n${note}`
      },
      close: async () => undefined,
    }),
    list: async () => tasks.join('\n'),
    readWhole: async (ids) => ids.map((id) => tasks[Number(id)]).join('\n'),
    kept: async () => tasks,
    close: async () => undefined,
  }
}

it('finds everything in a peer that keeps everything', async () => {
  expect(drafts()).toHaveLength(100)
  expect(await doTheWork(peer())).toMatchObject({ kept: writeCount, lost: 0, astray: 0, refused: 0 })
  expect((await readFifty(peer())).whole).toContain(noteMark(49, 0))
})

it('counts what was acknowledged and is not there, or on another task', async () => {
  const lossy = peer((id, note) => (note.includes('agent-3]') ? undefined : id))
  expect(await doTheWork(lossy)).toMatchObject({ lost: 40, astray: 0, kept: writeCount - 40 })
  const mixed = peer((id, note, count) => (note.includes('agent-3]') ? (id + 1) % count : id))
  expect(await doTheWork(mixed)).toMatchObject({ lost: 0, astray: 40, kept: writeCount - 40 })
})

it('says nothing about a peer in which one agent alone does not find its writes', async () => {
  const folding = peer()
  const folded: Opened = { ...folding, kept: async () => (await folding.kept()).map((task) => task.replace(titleMark(7), '(case-\n7)')) }
  await expect(readFifty(folded)).rejects.toThrow('of 100 writes of one agent alone, 1 were not found and 1 on another task')
})
