import {
  Activity,
  ArrowDown,
  ArrowUp,
  Bell,
  CalendarDays,
  Check,
  CircleDot,
  Cloud,
  CornerDownLeft,
  FolderInput,
  Link2,
  ListPlus,
  ListTodo,
  MessageSquare,
  MessageSquareX,
  Monitor,
  OctagonMinus,
  PencilLine,
  Tag,
  Text,
  Trash2,
  Undo2,
  Unlink,
  UserRound,
  UserRoundPlus,
  X,
} from 'lucide-react'
import type { ComponentType } from 'react'
import { DuplicateGlyph, PriorityGlyph, StatusGlyph } from '../ui/glyphs.tsx'
import type { ActionGlyph as Glyph } from './action.ts'

const icons: Record<Exclude<Glyph, object | 'status' | 'merge'>, ComponentType<{ size: number; 'aria-hidden': 'true' }>> = {
  keep: CircleDot,
  label: Tag,
  requester: UserRoundPlus,
  assignee: UserRound,
  due: CalendarDays,
  reminder: Bell,
  part: ListPlus,
  whole: FolderInput,
  detach: Unlink,
  blocker: OctagonMinus,
  title: PencilLine,
  description: Text,
  comment: MessageSquare,
  release: Undo2,
  link: Link2,
  up: ArrowUp,
  down: ArrowDown,
  delete: Trash2,
  yes: Check,
  no: X,
  edit: PencilLine,
  answer: MessageSquare,
  here: Monitor,
  there: Cloud,
  reason: MessageSquareX,
  task: CornerDownLeft,
  activity: Activity,
}

export function ActionGlyph({ glyph }: { glyph: Glyph }) {
  if (typeof glyph === 'object') return 'status' in glyph ? <StatusGlyph status={glyph.status} /> : <PriorityGlyph priority={glyph.priority} />
  if (glyph === 'merge') return <DuplicateGlyph className="" />
  const Icon = glyph === 'status' ? ListTodo : icons[glyph]
  return <Icon size={16} aria-hidden="true" />
}
