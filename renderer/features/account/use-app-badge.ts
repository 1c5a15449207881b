// Keeps the number on the app's icon true while a window is open.
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { keepWaiting } from '../../backend/cloud/app-badge.ts'
import { currentTeam, session } from '../../backend/session.ts'
import { useStore } from '../../lib/store.ts'
import { openQuestions } from '../../data/questions.ts'
import { openReminders } from '../../data/reminders/reminders.ts'
import { pendingProposals } from '../../data/review.ts'

export function useAppBadge(): void {
  const team = useStore(currentTeam)
  const teams = useStore(session)?.teams
  const { data: questions } = useQuery(openQuestions)
  const { data: proposals } = useQuery(pendingProposals)
  const { data: reminders } = useQuery(openReminders)
  const asked = questions && proposals && questions.length + proposals.length
  const reminded = reminders && [...new Set(reminders.map(({ task_id }) => task_id))].sort((a, b) => a - b).join(' ')
  useEffect(() => {
    if (team === undefined || teams === undefined || asked === undefined || reminded === undefined) return
    const tasks = reminded.split(' ').filter(Boolean).map(Number)
    void keepWaiting(
      team,
      { asked, reminded: tasks },
      teams.map(({ id }) => id),
    )
  }, [team, teams, asked, reminded])
}
