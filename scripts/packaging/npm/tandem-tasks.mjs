#!/usr/bin/env node
// What `npx tandem-tasks` runs: the service, unless a command of `tandem` is given.
import { launch } from './launch.mjs'

const first = process.argv[2]
const ofTandem = ['--help', '-h', '--version', '--url']
if (first === undefined || (first.startsWith('-') && !ofTandem.includes(first))) process.argv.splice(2, 0, 'serve')
await launch('tandem.ts')
