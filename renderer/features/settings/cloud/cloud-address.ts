// What a person enters to connect, read with some kindness.
import type { NewRemote } from '../../../../shared/schema/remote.ts'

const team = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/i

export const isTeamId = (text: string): boolean => new RegExp(`^${team.source}$`, 'i').test(text.trim())
export const isToken = (text: string): boolean => /^tdm_\w+$/.test(text.trim())

export function isCloudAddress(text: string): boolean {
  return /^https?:\/\/\S+$/i.test(text.trim()) && URL.canParse(text.trim())
}

/** Address, token and team out of a text that holds them together, such as a message from whoever runs the cloud. */
export function readPasted(text: string): Partial<NewRemote> {
  const url = /https?:\/\/[^\s<>"']+/i.exec(text)?.[0]
  const token = /\btdm_\w+/.exec(text)?.[0]
  const team_id = team.exec(text)?.[0]
  return { ...(url ? { url: url.replace(/[.,;)]+$/, '') } : {}), ...(token ? { token } : {}), ...(team_id ? { team_id: team_id.toLowerCase() } : {}) }
}
