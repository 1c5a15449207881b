// `npm run worker`. Compiled code is kept between starts.
import { enableCompileCache } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

enableCompileCache?.(join(dirname(dirname(dirname(fileURLToPath(import.meta.url)))), '.cache', 'compiled'))
await import('./main.ts')
