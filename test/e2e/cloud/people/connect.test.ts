// A hosted client is connected with nothing but the URL: the browser opens, somebody signs in and decides, the agent works, and is disconnected.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { violations } from '../../../support/browser/axe.ts'
import { useBrowser } from '../../../support/browser/browser.ts'
import { newPerson, newTeam } from '../../../support/cloud/cloud.ts'
import { openCloudWindow, signInPage } from '../../../support/cloud/cloud-window.ts'
import { newPkce } from '../../../support/cloud/oauth-browser.ts'
import { oauthAt } from '../../../support/cloud/oauth-flow.ts'
import { oauthKeeper } from '../../../support/cloud/oauth-keeper.ts'

const cloud = await openCloudWindow()
const visitor = useBrowser()
const refused = /the server responded with a status of (?:400|401|404)/
afterEach(() => expect(visitor.problems.splice(0).filter((problem) => !refused.test(problem))).toEqual([]))
afterAll(() => cloud.close())

/** Where the client waits for its answer. */
const arrivals: URL[] = []
const client = createServer((request, response) => {
  if (request.url?.startsWith('/callback')) arrivals.push(new URL(request.url, 'http://localhost'))
  response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Client</title><p>Connected.')
})
beforeAll(() => new Promise<void>((resolve) => void client.listen(0, '127.0.0.1', resolve)))
afterAll(() => new Promise((resolve) => void client.close(resolve)))
const callback = () => `http://localhost:${(client.address() as AddressInfo).port}/callback`

test('[CL181] [CL182] [CL187] with nothing but the URL: sign in, decide, work, disconnect', async () => {
  const ana = await newPerson(cloud, 'Ana')
  await newTeam(cloud, ana, 'Kitchen')
  const { kept, provider } = oauthKeeper({ name: 'Anthropic Official', redirect: callback() })
  const open = () => new StreamableHTTPClientTransport(new URL(`${cloud.url}/mcp`), { authProvider: provider })
  const first = open()
  await expect(new Client({ name: 'hosted', version: '1' }).connect(first)).rejects.toThrow(/unauthorized/i)

  const page = await visitor.open(String(kept.opened), { serviceWorkers: 'block' })
  await page.getByText('A program wants to connect to Tandem').waitFor()
  await signInPage(page, ana.email)
  await page.getByRole('heading', { name: 'Connect “Anthropic Official”?' }).waitFor()
  const card = page.getByRole('region', { name: 'The client' })
  await card.getByText('No website vouches for this name').waitFor()
  await card.getByText('A program on this device').waitFor()
  expect(await page.getByRole('radio', { name: /Ask first/ }).isChecked()).toBe(true)
  expect(await violations(page)).toEqual([])
  await page.getByLabel('Name of the agent').fill('helper')
  await page.getByText('Read and write').click()
  expect(arrivals).toEqual([])
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await page.getByText('Connected.').waitFor()
  await first.finishAuth(arrivals.at(-1)?.searchParams ?? new URLSearchParams())
  const agent = new Client({ name: 'hosted', version: '1' })
  await agent.connect(open())
  await agent.callTool({ name: 'create_task', arguments: { title: 'Bake bread' } })

  await page.goto(`${cloud.url}/activity`)
  await page.getByText('helper').first().waitFor()
  await page.goto(`${cloud.url}/team/agents`)
  await page.getByText('Anthropic Official · reads and writes').waitFor()
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Disconnect helper' }).click()
  await page.getByRole('group', { name: 'Disconnect' }).getByRole('button', { name: 'Disconnect' }).click()
  await page.getByText('No connected agents yet').waitFor()
  await expect(agent.callTool({ name: 'list_tasks', arguments: {} })).rejects.toThrow(/unauthorized/i)
  // What was decided cannot be decided again, and a client that nobody knows leads nowhere.
  await page.goto(`${cloud.url}/connect/${'x'.repeat(43)}`)
  await page.getByRole('heading', { name: 'This request has ended' }).waitFor()
  await page.goto(oauthAt(cloud).address('nobody', newPkce().challenge))
  await page.getByRole('heading', { name: 'This can’t be connected' }).waitFor()
  expect(await violations(page)).toEqual([])
})
