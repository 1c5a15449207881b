import { backend } from '../../backend/backend.ts'
import { queryClient } from '../query-client.ts'

/** After anything that changes who is in which team, or what its mailboxes do; also for events of the cloud's stream. */
export function teamChanged(): void {
  void backend.account?.readSession()
  for (const part of ['members', 'tokens', 'mailboxes']) void queryClient.invalidateQueries({ queryKey: ['cloud', part] })
}
