#!/usr/bin/env node
// `npm run cloud`, and `tandem-cloud admin`. Compiled code is kept between starts: reading TypeScript takes most of a start otherwise, and a good part of the memory.
import { enableCompileCache } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

enableCompileCache?.(join(dirname(dirname(fileURLToPath(import.meta.url))), '.cache', 'compiled'))
await import(process.argv[2] === 'admin' ? './admin/main.ts' : './main.ts')
