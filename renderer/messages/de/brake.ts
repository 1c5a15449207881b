import type { brake as english } from '../en/brake.ts'

export const brake: typeof english = {
  wentOn: (agent) => `${agent} darf wieder schreiben`,
  kept: (agent) => `${agent} schlägt weiter nur vor`,
  notDecided: 'Deine Entscheidung konnte nicht gespeichert werden.',
}
