import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { cloudContract } from '../contract/cloud/cloud.ts'
import { createClient } from './client.ts'

let says: { status: number; type: string; body: string }
const server = http.createServer((_request, response) => response.writeHead(says.status, { 'content-type': says.type }).end(says.body))
let client: ReturnType<typeof createClient<typeof cloudContract>>

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  client = createClient(cloudContract, { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
})
afterAll(() => void server.close())

it.each([
  ['a page to sign in at', 200, 'text/html', '<h1>Sign in</h1>'],
  ['nothing where something is answered', 200, 'text/plain', ''],
  ['half an answer', 201, 'application/json', '{"id": 1, "ti'],
  ['a page of a proxy', 404, 'text/plain', '404 page not found'],
  ['JSON of somebody else', 403, 'application/json', '{"message": "denied"}'],
])('[PW6] %s is no answer of ours', async (_what, status, type, body) => {
  says = { status, type, body }
  await expect(client.createTask({ body: { title: 'x' } })).rejects.toMatchObject({ problem: { status, code: 'unexpected' } })
})

it('[PW6] a page instead of an empty answer is none either', async () => {
  says = { status: 200, type: 'text/html', body: '<h1>Sign in</h1>' }
  await expect(client.deleteTask({ params: { id: 1 } })).rejects.toMatchObject({ problem: { code: 'unexpected' } })
  says = { status: 204, type: 'text/plain', body: '' }
  await expect(client.deleteTask({ params: { id: 1 } })).resolves.toBeUndefined()
})
