export function electronBinary(env?: NodeJS.ProcessEnv): string | undefined
export function hasDisplay(env?: NodeJS.ProcessEnv): boolean
export function fetchElectron(env?: NodeJS.ProcessEnv): Promise<void>
export function sandboxSwitches(): string[]
