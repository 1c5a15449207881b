import { Activity, CircleCheck, Columns3, Eye, Inbox, List, Settings, Users } from 'lucide-react'
import type { View } from '../../navigation.ts'

export const viewIcons: Record<View, typeof Inbox> = {
  inbox: Inbox,
  board: Columns3,
  all: List,
  done: CircleCheck,
  people: Users,
  review: Eye,
  activity: Activity,
  settings: Settings,
}
