// Preloaded into a program (node --import): writes to standard error which package of OpenTelemetry it loads.
import { registerHooks } from 'node:module'
import { writeSync } from 'node:fs'

registerHooks({
  load(url, context, nextLoad) {
    const found = /@opentelemetry[/]([\w-]+)/.exec(url)?.[1]
    if (found !== undefined) writeSync(2, `loads @opentelemetry/${found}\n`)
    return nextLoad(url, context)
  },
})
