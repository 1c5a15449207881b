import { useQuery } from '@tanstack/react-query'
import { isConnected, remote } from './remote.ts'
import { can } from '../backend/abilities.ts'

/** Is there a team to look at? In the cloud always; in the desktop once it is connected. */
export function useHasTeam(): boolean {
  const { data } = useQuery(remote)
  return can.account || isConnected(data)
}
