import { fileURLToPath } from 'node:url'

/** The service as `npm start` runs it, which `npm test` has built; a test that is run by itself takes the sources: they start in twice the time. */
export const serviceProgram = process.env.TANDEM_BUILT_SERVICE ?? fileURLToPath(new URL('../../../electron/service/main.ts', import.meta.url))
