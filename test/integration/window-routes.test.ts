// What the window needs of the service beyond tasks: a word on suspected pairs, setups to copy, backups, contacts made one.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { localContract } from '../../shared/contract/local.ts'
import { createClient } from '../../shared/http/client.ts'
import { openService } from '../support/service/service.ts'

let service: Awaited<ReturnType<typeof openService>>
const as = (actor: string) => createClient(localContract, { baseUrl: service.url, headers: { 'X-Actor': actor } })
beforeAll(async () => {
  service = await openService()
})
afterAll(() => service.close())

describe('a suspected pair', () => {
  it('[D8] is judged by a person only, and only of two tasks that exist', async () => {
    const me = as('person')
    const [{ id: a }, { id: b }] = [await me.createTask({ body: { title: 'One' } }), await me.createTask({ body: { title: 'Other' } })]
    await expect(as('agent:claude').judgeDuplicates({ body: { a, b, distinct: true } })).rejects.toMatchObject({ problem: { status: 403 } })
    await expect(me.judgeDuplicates({ body: { a, b: a, distinct: true } })).rejects.toMatchObject({ problem: { status: 400 } })
    await expect(me.judgeDuplicates({ body: { a, b: 4711, distinct: true } })).rejects.toMatchObject({ problem: { status: 404 } })
    await me.judgeDuplicates({ body: { a, b, distinct: true } })
    await me.deleteTask({ params: { id: b } })
  })
})

describe('setups', () => {
  it('[A8] name this very service, with all tools when asked', async () => {
    const setups = await as('person').listAgentSetups()
    const { port } = new URL(service.url)
    expect(setups.map(({ client }) => client)).toContain('claude')
    for (const { title, steps } of setups) {
      expect(title).not.toBe('')
      expect(steps[0]?.copy).toMatch(new RegExp(`127\\.0\\.0\\.1:${port}/mcp|tandem-mcp\\.mjs`))
    }
    const full = await as('person').listAgentSetups({ query: { tools: 'full' } })
    expect(full.find(({ client }) => client === 'cursor')?.steps[0]?.copy).toContain('/mcp?tools=full')
  })
})

describe('backups', () => {
  it('[P6] can be made at once, and are listed', async () => {
    const me = as('person')
    const made = await me.makeBackup()
    expect(made.bytes).toBeGreaterThan(0)
    expect(await me.listBackups()).toEqual([made])
  })
})

describe('two contacts of one person', () => {
  it('[K3] become one: fields are filled, tasks name the one that stays, and undo brings both back', async () => {
    const me = as('person')
    const old = await me.createContact({ body: { name: 'ana', phone: '+49 1' } })
    const ana = await me.createContact({ body: { name: 'Ana Lopez', email: 'ana@example.org' } })
    const task = await me.createTask({ body: { title: 'For Ana', requesters: ['ana', 'bob'] } })
    const merged = await me.mergeContact({ params: { slug: old.slug }, body: { into: ana.slug } })
    expect(merged).toMatchObject({ slug: ana.slug, email: 'ana@example.org', phone: '+49 1' })
    expect((await me.getTask({ params: { id: task.id } })).requesters).toEqual(['Ana Lopez', 'bob'])
    await expect(me.getContact({ params: { slug: old.slug } })).rejects.toMatchObject({ problem: { status: 404 } })
    const deletion = (await me.readJournal({ query: { limit: 1000 } })).findLast((entry) => entry.entity === 'contact' && entry.action === 'deleted')
    await me.undo({ body: { entry: deletion?.seq ?? 0 } })
    expect((await me.getContact({ params: { slug: old.slug } })).phone).toBe('+49 1')
    expect((await me.getContact({ params: { slug: ana.slug } })).phone).toBeNull()
    expect((await me.getTask({ params: { id: task.id } })).requesters).toEqual(['ana', 'bob'])
  })

  it('[K3] whoever is shown as one contact in a task is named again in it, however it was spelt', async () => {
    const me = as('person')
    const old = await me.createContact({ body: { name: 'Mia Öz' } })
    const into = await me.createContact({ body: { name: 'Mia Meier' } })
    const task = await me.createTask({ body: { title: 'Spelt', requesters: ['bob', 'MIA  ÖZ'] } })
    await me.mergeContact({ params: { slug: old.slug }, body: { into: into.slug } })
    expect((await me.getTask({ params: { id: task.id } })).requesters).toEqual(['bob', 'Mia Meier'])
  })

  it('[K3] one contact cannot be merged into itself', async () => {
    const me = as('person')
    const { slug } = await me.createContact({ body: { name: 'Solo' } })
    await expect(me.mergeContact({ params: { slug }, body: { into: slug } })).rejects.toMatchObject({ problem: { status: 400 } })
    expect((await me.getContact({ params: { slug } })).name).toBe('Solo')
  })
})

describe('undo of a stretch', () => {
  it('[U8] takes back what an actor did between two moments, and nothing after', async () => {
    const [me, agent] = [as('person'), as('agent:batch')]
    const { id } = await me.createTask({ body: { title: 'Stretch', priority: 'low' } })
    await agent.updateTask({ params: { id }, body: { status: 'todo' } })
    const [first] = await me.readTaskHistory({ params: { id } })
    const at = first?.at ?? ''
    await expect.poll(() => new Date().toISOString() > at).toBe(true)
    await agent.updateTask({ params: { id }, body: { priority: 'high' } })
    const result = await me.undo({ body: { actor: 'batch', since: at, until: at } })
    expect(result.done).toHaveLength(1)
    expect(await me.getTask({ params: { id } })).toMatchObject({ status: 'backlog', priority: 'high' })
  })
})
