// Saved lists, wherever they are kept.
import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import type { SavedList } from '../../shared/schema/saved-list.ts'
import { expectProblem } from './http.ts'
import type { Target } from './target.ts'

export function listRules(target: () => Target): void {
  const call: Target['call'] = (...args) => target().call(...args)
  const save = async (name: string, more: object = {}): Promise<SavedList> => (await call('POST', '/lists', { name, ...more })).body
  const names = async (): Promise<string[]> => (await call('GET', '/lists')).body.map(({ name }: SavedList) => name)

  it('[SL1] keeps a filter as data under a name, behind the others, until it is deleted', async () => {
    const query = {
      scope: 'open',
      label: ['bug'],
      assignee: ['me', 'none'],
      due: ['overdue'],
      where: ['-label:"needs review"', 'created:7d', 'is:blocked', '"some words"'],
      sort: 'due',
      group: 'priority',
    }
    const made = await call('POST', '/lists', { name: 'My bugs', query, color: 'red' })
    expect([made.status, made.headers.get('location')]).toEqual([201, `${target().prefix}/lists/${made.body.uid}`])
    expect(made.body).toMatchObject({ name: 'My bugs', query, color: 'red', view: 'list', version: 1 })
    const next = await save('Waiting', { view: 'board' })
    expect(next).toMatchObject({ view: 'board', color: null, query: {} })
    expect(next.position).toBeGreaterThan(made.body.position)
    expect((await names()).slice(-2)).toEqual(['My bugs', 'Waiting'])
    expect((await call('GET', `/lists/${made.body.uid.toUpperCase()}`)).body).toEqual(made.body)
    for (const { uid } of [made.body, next]) expect((await call('DELETE', `/lists/${uid}`)).status).toBe(204)
    expectProblem(await call('GET', `/lists/${next.uid}`), 404)
    expectProblem(await call('PATCH', `/lists/${next.uid}`, { name: 'x' }), 404)
    expectProblem(await call('DELETE', `/lists/${next.uid}`), 404)
  })

  it('[SL1] keeps the uid that a device gave it, and is made once, however often it is sent; deleted, it can be made again as the same one', async () => {
    const uid = randomUUID()
    const made = await save('By the phone', { uid: uid.toUpperCase() })
    expect(made.uid).toBe(uid)
    await call('PATCH', `/lists/${uid}`, { name: 'By the laptop' })
    expect((await save('By the phone', { uid })).name).toBe('By the laptop')
    expect((await names()).filter((name) => name.startsWith('By the'))).toEqual(['By the laptop'])
    await call('DELETE', `/lists/${uid}`)
    expect(await save('Back', { uid })).toMatchObject({ uid, name: 'Back', version: 1 })
    expectProblem(await call('PATCH', `/lists/${uid}`, { uid: randomUUID() }), 400)
    await call('DELETE', `/lists/${uid}`)
  })

  it('[SL1] changes only what is given, the query as a whole, and stands in the order of the positions', async () => {
    const [one, two, three] = [await save('one', { query: { label: ['a'], sort: 'title' } }), await save('two'), await save('three')]
    const moved = await call('PATCH', `/lists/${three.uid}`, { position: (one.position + two.position) / 2 })
    expect(moved.body).toMatchObject({ name: 'three', version: 2 })
    expect((await names()).slice(-3)).toEqual(['one', 'three', 'two'])
    const changed = await call('PATCH', `/lists/${one.uid}`, { name: 'first', query: { priority: ['high'] }, color: 'blue' })
    expect(changed.body).toMatchObject({ name: 'first', query: { priority: ['high'] }, color: 'blue', position: one.position })
    expect(changed.body.query.label).toBeUndefined()
    expect((await call('PATCH', `/lists/${one.uid}`, { color: null })).body.color).toBeNull()
    await call('PATCH', `/lists/${two.uid}`, { position: 1e9 })
    const last = await save('behind the last')
    expect(last.position).toBe(1e9)
    expect((await names()).slice(-2)).toEqual(['two', 'behind the last'])
    for (const { uid } of [one, two, three, last]) await call('DELETE', `/lists/${uid}`)
  })

  it('[SL2] refuses a filter that it does not know, and changes nothing', async () => {
    const list = await save('stays')
    const refused: [object, string][] = [
      [{ colour: 'red' }, '/colour'],
      [{ color: 'pink' }, '/color'],
      [{ view: 'table' }, '/view'],
      [{ name: ' ' }, '/name'],
      [{ name: 'x'.repeat(61) }, '/name'],
      [{ query: { labels: ['bug'] } }, '/query/labels'],
      [{ query: { status: ['open'] } }, '/query/status/0'],
      [{ query: { label: [''] } }, '/query/label/0'],
      [{ query: { due: ['tomorrowish'] } }, '/query/due/0'],
      [{ query: { sort: 'random' } }, '/query/sort'],
      [{ query: { where: ['-label:bug', 'created:sometime'] } }, '/query/where/1'],
      [{ query: { where: ['label:bug label:other'] } }, '/query/where/0'],
    ]
    for (const [body, pointer] of refused) {
      const reply = await call('PATCH', `/lists/${list.uid}`, body)
      expectProblem(reply, 400)
      expect(reply.body.errors?.[0]?.pointer, JSON.stringify(body).slice(0, 80)).toBe(pointer)
    }
    expect((await call('GET', `/lists/${list.uid}`)).body).toEqual(list)
    expectProblem(await call('GET', '/lists/1'), 400)
    await call('DELETE', `/lists/${list.uid}`)
  })

  it('[SL1] [H8] [H12] a version that is not the present one is 412; sent again with its key, a list is saved once', async () => {
    const key = { 'Idempotency-Key': crypto.randomUUID() }
    const first = await call('POST', '/lists', { name: 'once' }, key)
    expect((await call('POST', '/lists', { name: 'once' }, key)).body).toEqual(first.body)
    expect((await names()).filter((name) => name === 'once')).toHaveLength(1)
    const path = `/lists/${first.body.uid}`
    await call('PATCH', path, { name: 'renamed' }, { 'If-Match': '"1"' })
    expectProblem(await call('PATCH', path, { name: 'late' }, { 'If-Match': '"1"' }), 412)
    expectProblem(await call('DELETE', path, undefined, { 'If-Match': '"1"' }), 412)
    expect((await call('DELETE', path, undefined, { 'If-Match': '"2"' })).status).toBe(204)
  })

  it('[SL6] [T1] a task keeps its places in lists that are in manual order; what is no place is refused', async () => {
    const list = await save('by hand', { query: { sort: 'manual' } })
    const { id } = (await call('POST', '/tasks', { title: 'moved' })).body
    const places = [`${list.uid}:zV0a`]
    expect((await call('PATCH', `/tasks/${id}`, { places })).body).toMatchObject({ places, version: 2 })
    for (const place of ['first', `${list.uid}:`, `${list.uid}:ä`, `${list.uid.toUpperCase()}:a`, `${list.uid}:${'z'.repeat(220)}`])
      expectProblem(await call('PATCH', `/tasks/${id}`, { places: [place] }), 400)
    expect((await call('GET', `/tasks/${id}`)).body).toMatchObject({ places, version: 2 })
    expect((await call('PATCH', `/tasks/${id}`, { places: null })).body.places).toEqual([])
    await call('DELETE', `/tasks/${id}`)
    await call('DELETE', `/lists/${list.uid}`)
  })
}
