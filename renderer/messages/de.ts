import type { Messages } from '../messages.ts'

export const de = undefined as unknown as Messages
