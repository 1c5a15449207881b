import { type TokenPolicy, writeKinds } from '../../schema/agent.ts'

/** Whatever it writes waits for a person. Nobody can agree later to what is claimed now. */
export const asksFirst: TokenPolicy = Object.fromEntries(writeKinds.flatMap((one) => (one === 'claim' ? [] : [[one, 'propose']])))
