import { Activity, CircleCheck, CircleDot, CirclePlay, Columns3, Eye, Inbox, List, Settings, Sun, UserRoundCog, Users } from 'lucide-react'
import type { View } from '../../lib/navigation.ts'

export const viewIcons: Record<View, typeof Inbox> = {
  inbox: Inbox,
  today: Sun,
  open: CircleDot,
  next: CirclePlay,
  board: Columns3,
  all: List,
  done: CircleCheck,
  people: Users,
  review: Eye,
  activity: Activity,
  team: UserRoundCog,
  settings: Settings,
}
