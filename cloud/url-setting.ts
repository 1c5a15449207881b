import { StartError } from './start-error.ts'

/** An address from the environment, or the usual one. */
export function urlSetting(env: NodeJS.ProcessEnv, name: string, usual: string): string {
  const given = env[name] || usual
  if (!/^https?:$/.test(URL.parse(given)?.protocol ?? '')) throw new StartError(`${name} must look like ${usual}; got '${given}'.`)
  return given.replace(/\/+$/, '')
}
