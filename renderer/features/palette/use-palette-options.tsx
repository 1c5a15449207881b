import {
  Activity,
  CalendarDays,
  Check,
  CircleHelp,
  CirclePlay,
  Columns3,
  CornerDownLeft,
  Eye,
  Inbox,
  List,
  Moon,
  Plug,
  Plus,
  Settings,
  Sun,
  SunMoon,
  Undo2,
  UserRound,
  UserRoundCog,
  Users,
} from 'lucide-react'
import type { ReactNode } from 'react'
import type { SearchHit } from '../../../shared/schema/task.ts'
import { can, isOffered } from '../../backend/abilities.ts'
import { cachedTask } from '../../data/tasks/task-cache.ts'
import { undoLast } from '../../data/tasks/own-actions.ts'
import { addTask } from '../../data/tasks/task-writes.ts'
import { explain } from '../../backend/explain.ts'
import { m } from '../../lib/messages.ts'
import { cursor, focusRequest, type Navigation, overlay, picked } from '../../lib/navigation.ts'
import { setTheme } from '../../lib/theme.ts'
import { useHasTeam } from '../../data/use-has-team.ts'
import { useSettled } from '../../lib/use-settled.ts'
import { useHits } from '../../data/search-hits.ts'

export interface PaletteOption {
  id: string
  label: string
  glyph?: ReactNode
  keys?: string
  hit?: SearchHit
  /** Mod+Enter runs this one, whatever is selected. */
  modEnter?: boolean
  run: () => void
}

export interface Section {
  name: string
  options: PaletteOption[]
  /** Said when there are none. */
  empty?: string
}

const icon = { size: 16, 'aria-hidden': true } as const

interface Options {
  sections: Section[]
  /** Whether the first option is the one for this text, and not what stands there until the hits are in. */
  isFirstSure: boolean
  isSearching: boolean
  failed: string | undefined
}

/** What is done to the open task, to the row that keys act on, or to all that are picked. */
function taskCommands(id: number, nav: Navigation): PaletteOption[] {
  const focus = (part: 'due' | 'assignee') => () => {
    const together = picked.get().size > 0 ? document.querySelector<HTMLElement>(`[data-key=${part}]`) : null
    // The palette gives the keyboard back first.
    if (together) return void setTimeout(() => together.click())
    if (nav.openId !== id) nav.open(id)
    focusRequest.set(part)
  }
  return [
    { id: 'due', label: m.due.command, glyph: <CalendarDays {...icon} />, keys: 'shift+d', run: focus('due') },
    { id: 'assign', label: m.assign.set, glyph: <UserRound {...icon} />, keys: 'shift+a', run: focus('assignee') },
  ]
}

export function usePaletteOptions(text: string, nav: Navigation): Options {
  const q = useSettled(text.trim(), 60)
  const search = useHits(q, useSettled(text.trim(), 180))
  const hasTeam = useHasTeam()
  const typed = text.trim()
  const open = (id: number) => {
    cursor.set(id)
    nav.open(id)
  }
  const hits = q === '' || typed === '' ? [] : search.hits
  const tasks: PaletteOption[] = hits.map((hit) => ({ id: `task-${hit.id}`, label: hit.title, hit, run: () => open(hit.id) }))
  const number = /^#?(\d{1,15})$/.exec(typed)?.[1]
  if (number) tasks.unshift({ id: `number-${number}`, label: m.goToTask(Number(number)), glyph: <CornerDownLeft {...icon} />, run: () => open(Number(number)) })

  const matching = (option: PaletteOption) => !missing.has(option.id) && (typed === '' || option.label.toLowerCase().includes(typed.toLowerCase()))
  const missing = new Set([
    ...(['today', 'review', 'activity'] as const).filter((view) => !isOffered(view)),
    ...(can.configureService ? [] : ['connect']),
  ] as string[])
  const at = nav.openId ?? cursor.get()
  const onTask: PaletteOption[] = at === undefined || cachedTask(at) === undefined ? [] : taskCommands(at, nav)
  const commands: PaletteOption[] = [
    { id: 'new', label: m.newTask, glyph: <Plus {...icon} />, keys: 'c', run: () => overlay.set('quick-add') },
    { id: 'inbox', label: m.goTo(m.view.inbox), glyph: <Inbox {...icon} />, keys: 'g i', run: () => nav.go('inbox') },
    { id: 'today', label: m.goTo(m.view.today), glyph: <Sun {...icon} />, keys: 'g o', run: () => nav.go('today') },
    { id: 'next', label: m.goTo(m.view.next), glyph: <CirclePlay {...icon} />, keys: 'g n', run: () => nav.go('next') },
    { id: 'board', label: m.goTo(m.view.board), glyph: <Columns3 {...icon} />, keys: 'g b', run: () => nav.go('board') },
    { id: 'all', label: m.goTo(m.view.all), glyph: <List {...icon} />, keys: 'g a', run: () => nav.go('all') },
    { id: 'done', label: m.goTo(m.view.done), glyph: <Check {...icon} />, keys: 'g d', run: () => nav.go('done') },
    { id: 'people', label: m.goTo(m.view.people), glyph: <Users {...icon} />, keys: 'g p', run: () => nav.go('people') },
    { id: 'review', label: m.goTo(m.view.review), glyph: <Eye {...icon} />, keys: 'g r', run: () => nav.go('review') },
    { id: 'activity', label: m.goTo(m.view.activity), glyph: <Activity {...icon} />, keys: 'g t', run: () => nav.go('activity') },
    ...(hasTeam ? [{ id: 'team', label: m.goTo(m.view.team), glyph: <UserRoundCog {...icon} />, keys: 'g m', run: () => nav.go('team') }] : []),
    { id: 'settings', label: m.goTo(m.view.settings), glyph: <Settings {...icon} />, keys: 'g s', run: () => nav.go('settings') },
    { id: 'connect', label: m.connectAgent, glyph: <Plug {...icon} />, run: () => nav.go('settings', 'agents') },
    ...onTask,
    { id: 'undo', label: m.undoLast, glyph: <Undo2 {...icon} />, keys: 'z', run: () => void undoLast() },
    { id: 'light', label: m.themeLight, glyph: <Sun {...icon} />, run: () => setTheme('light') },
    { id: 'dark', label: m.themeDark, glyph: <Moon {...icon} />, run: () => setTheme('dark') },
    { id: 'contrast', label: m.themeContrast, glyph: <SunMoon {...icon} />, run: () => setTheme('contrast') },
    { id: 'system', label: m.themeSystem, glyph: <SunMoon {...icon} />, run: () => setTheme('') },
    { id: 'shortcuts', label: m.shortcuts, glyph: <CircleHelp {...icon} />, keys: '?', run: () => overlay.set('shortcuts') },
  ].filter(matching)
  if (typed !== '') {
    commands.unshift({
      id: 'create',
      label: m.newTaskNamed(typed),
      glyph: <Plus {...icon} />,
      keys: 'mod+enter',
      modEnter: true,
      run: () => void addTask({ title: typed }).then((task) => task && open(task.id)),
    })
  }
  const isSearching = q !== typed || (q !== '' && search.isFetching)
  const sections: Section[] = typed === '' ? [] : [{ name: m.tasks, options: tasks, ...(isSearching ? {} : { empty: m.noHits(typed) }) }]
  return {
    sections: [...sections, { name: m.commands, options: commands }],
    isFirstSure: typed === '' || number !== undefined || (q === typed && search.areWordsThere),
    isSearching,
    failed: search.error ? explain(m.searchFailed, search.error) : undefined,
  }
}
