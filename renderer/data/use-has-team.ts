import { useQuery } from '@tanstack/react-query'
import { isConnected, remote } from './remote.ts'
import { home } from '../backend/home.ts'

/** Is there a team to look at? In the cloud always; in the desktop once it is connected. */
export function useHasTeam(): boolean {
  const { data } = useQuery(remote)
  return home === 'cloud' || isConnected(data)
}
