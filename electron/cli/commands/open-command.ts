// `tandem open`: the web UI in a browser that is signed in as the person.
import { spawn } from 'node:child_process'
import type { Command } from './command.ts'

const openers: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
}

/** Where there is no browser to be opened, the printed link is all there is. */
function openInBrowser(url: string): void {
  const [program, ...args] = openers[process.platform] ?? ['xdg-open']
  const child = spawn(program, [...args, url], { detached: true, stdio: 'ignore' })
  child.once('error', () => undefined)
  child.unref()
}

export const openCommand: Command = {
  name: 'open',
  takes: '',
  says: 'open the web UI signed in as you: prints a one-time link and opens it',
  options: { print: { type: 'boolean', says: 'only print the link' } },
  async run(input, client) {
    const { url } = await client.makeSignInLink()
    if (process.stdout.isTTY && !input.flag('print')) openInBrowser(url)
    return { json: { url }, text: url }
  },
}
