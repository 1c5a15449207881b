import { useQuery } from '@tanstack/react-query'
import {
  Activity,
  Bot,
  Check,
  CircleHelp,
  CircleDot,
  CirclePlay,
  Columns3,
  CornerDownLeft,
  Eye,
  Inbox,
  List,
  ListFilter,
  Moon,
  Plug,
  Plus,
  Redo2,
  Settings,
  Sun,
  SunMoon,
  Undo2,
  UserRound,
  UserRoundCog,
  Users,
} from 'lucide-react'
import type { ReactNode } from 'react'
import type { SavedList } from '../../../shared/schema/saved-list.ts'
import type { SearchHit } from '../../../shared/schema/task.ts'
import { ActionGlyph } from '../../actions/action-glyph.tsx'
import { actionsForCard } from '../../actions/review/card-actions.ts'
import { currentCard, nameOf } from '../../actions/review/cards.ts'
import { targetsOf } from '../../actions/targets.ts'
import { perform } from '../../actions/task-action.ts'
import { actionsFor } from '../../actions/task-actions.ts'
import { can, isOffered } from '../../backend/abilities.ts'
import { explain } from '../../backend/explain.ts'
import { addLine, readLine } from '../../data/line/add-line.ts'
import { chipText } from '../../data/line/chip-text.ts'
import { placeOfList } from '../../data/lists/list-place.ts'
import { savedLists } from '../../data/lists/saved-lists.ts'
import { allContacts } from '../../data/people/contact-list.ts'
import { addTyped } from '../../data/lists/typed-filter.ts'
import { useWordsInUse } from '../../data/lists/words-in-use.ts'
import { useHits } from '../../data/search-hits.ts'
import { allClaims } from '../../data/tasks/claims.ts'
import { redoLast, undoLast } from '../../data/tasks/own-actions.ts'
import { cachedTasks } from '../../data/tasks/task-cache.ts'
import { useHasTeam } from '../../data/use-has-team.ts'
import { afterPopup } from '../../lib/press/after-popup.ts'
import { m } from '../../messages/late.ts'
import { agentsPlace, cursor, mine, type Navigation, overlay, type View } from '../../lib/navigation.ts'
import { setTheme } from '../../lib/theme.ts'
import { useSettled } from '../../lib/use-settled.ts'
import type { ReadLine } from '../../lib/quick-add/read-quick-add.ts'
import { useWhen, type WhenReader } from '../../lib/when/use-when.ts'
import { ranked } from './rank.ts'

export interface PaletteOption {
  id: string
  label: string
  /** Said after it, quietly: what was read out of the text. */
  hint?: string
  /** Another name that means exactly this. */
  alias?: string
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

/** The option that makes a task of what is typed. */
export const newTask = 'create'

const icon = { size: 16, 'aria-hidden': true } as const

interface Options {
  sections: Section[]
  /** What *New task* reads out of the text, and by what; undefined where nothing is typed. */
  line: { read: ReadLine; reader: WhenReader | undefined } | undefined
  /** Whether the first option is the one for this text, and not what stands there until the hits are in. */
  isFirstSure: boolean
  isSearching: boolean
  failed: string | undefined
  /** Why there may be more than what is shown. */
  missing: string | undefined
}

/** What is done to the selected tasks, the open one, or the one at the cursor. Single values are found once something is typed. */
function taskSection(nav: Navigation, isTyped: boolean): Section {
  const tasks = cachedTasks(targetsOf(nav))
  const actions = actionsFor(tasks).filter(({ isValue }) => isTyped || !isValue)
  const [only] = tasks
  return {
    name: only && tasks.length === 1 ? m.links.named(only.id, only.title) : m.actions.onSelected(tasks.length),
    options: actions.map((action) => ({
      id: action.id.replaceAll(' ', '-'),
      label: action.name(tasks),
      glyph: <ActionGlyph glyph={action.glyph} />,
      ...(action.keys[0] === undefined ? {} : { keys: action.keys[0] }),
      // The palette gives the keyboard back first.
      run: () => afterPopup(() => perform(action, tasks, nav)),
    })),
  }
}

/** What is decided about the selected card of Review. */
function cardSection(nav: Navigation): Section[] {
  const card = currentCard.get()
  if (!card) return []
  const options = actionsForCard(card).map((action) => ({
    id: `card-${action.id.replaceAll(' ', '-')}`,
    label: action.name(card),
    glyph: <ActionGlyph glyph={action.glyph} />,
    ...(action.keys[0] === undefined ? {} : { keys: action.keys[0] }),
    run: () => afterPopup(() => action.run(card, nav)),
  }))
  return [{ name: nameOf(card), options }]
}

function frameCommands(nav: Navigation, hasTeam: boolean, lists: readonly SavedList[]): PaletteOption[] {
  const go = (view: View, keys: string, glyph: ReactNode): PaletteOption[] =>
    isOffered(view) ? [{ id: view, label: m.goTo(m.view[view]), alias: m.view[view], glyph, keys, run: () => nav.go(view) }] : []
  return [
    { id: 'new', label: m.newTask, glyph: <Plus {...icon} />, keys: 'c', run: () => overlay.set('quick-add') },
    ...go('inbox', 'g i', <Inbox {...icon} />),
    ...go('today', 'g o', <Sun {...icon} />),
    ...go('open', 'g l', <CircleDot {...icon} />),
    ...(hasTeam ? [{ id: 'mine', label: m.assign.mine, glyph: <UserRound {...icon} />, run: () => nav.goTo(mine) }] : []),
    ...go('next', 'g n', <CirclePlay {...icon} />),
    ...go('board', 'g b', <Columns3 {...icon} />),
    ...go('all', 'g a', <List {...icon} />),
    ...go('done', 'g d', <Check {...icon} />),
    ...go('people', 'g p', <Users {...icon} />),
    ...go('review', 'g r', <Eye {...icon} />),
    ...go('activity', 'g t', <Activity {...icon} />),
    ...(can.account ? [{ id: 'agents', label: m.goTo(m.agents), alias: m.agents, glyph: <Bot {...icon} />, run: () => nav.goTo(agentsPlace) }] : []),
    ...(hasTeam ? go('team', 'g m', <UserRoundCog {...icon} />) : []),
    ...go('settings', 'g s', <Settings {...icon} />),
    ...lists.map((list) => ({
      id: `list-${list.uid}`,
      label: m.goTo(list.name),
      alias: list.name,
      glyph: list.view === 'board' ? <Columns3 {...icon} /> : <ListFilter {...icon} />,
      run: () => nav.goTo(placeOfList(list)),
    })),
    ...(can.configureService ? [{ id: 'connect', label: m.connectAgent, glyph: <Plug {...icon} />, run: () => nav.go('settings', 'agents') }] : []),
    { id: 'undo', label: m.undoLast, alias: m.undo, glyph: <Undo2 {...icon} />, keys: 'z', run: () => void undoLast() },
    { id: 'redo', label: m.redoLast, alias: m.redo, glyph: <Redo2 {...icon} />, keys: 'shift+z', run: redoLast },
    { id: 'light', label: m.themeLight, glyph: <Sun {...icon} />, run: () => setTheme('light') },
    { id: 'dark', label: m.themeDark, glyph: <Moon {...icon} />, run: () => setTheme('dark') },
    { id: 'contrast', label: m.themeContrast, glyph: <SunMoon {...icon} />, run: () => setTheme('contrast') },
    { id: 'system', label: m.themeSystem, glyph: <SunMoon {...icon} />, run: () => setTheme('') },
    { id: 'shortcuts', label: m.shortcuts, glyph: <CircleHelp {...icon} />, keys: '?', run: () => overlay.set('shortcuts') },
  ]
}

/** Hits by words, what was found by meaning alone, and the commands: those that the text names above all, the others below. */
export function usePaletteOptions(text: string, nav: Navigation): Options {
  const typed = text.trim()
  const q = useSettled(typed, 60)
  const search = useHits(q, useSettled(typed, 180))
  // Whether one of them can be released shows as soon as it is known.
  useQuery(allClaims)
  const onTasks = taskSection(nav, typed !== '')
  const onCard = cardSection(nav)
  const commands = frameCommands(nav, useHasTeam(), useQuery(savedLists).data ?? [])
  const reader = useWhen(typed !== '')
  const labels = useWordsInUse('label', typed !== '')
  const read = readLine(typed, reader)
  useQuery({ ...allContacts, enabled: read.requesters.length > 0 })
  const isSearching = q !== typed || (q !== '' && search.isFetching)
  const failed = search.error ? explain(m.searchFailed, search.error) : undefined
  if (typed === '') {
    const sections = [...onCard, ...(onTasks.options.length > 0 ? [onTasks] : []), { name: m.commands, options: commands }]
    return { sections, line: undefined, isFirstSure: true, isSearching, failed, missing: undefined }
  }

  const open = (id: number) => {
    cursor.set(id)
    nav.open(id)
  }
  const asOption = (hit: SearchHit): PaletteOption => ({ id: `task-${hit.id}`, label: hit.title, hit, run: () => open(hit.id) })
  const hits = q === '' ? [] : search.hits
  const tasks = hits.filter(({ matched }) => matched.includes('keyword')).map(asOption)
  const related = hits.filter(({ matched }) => !matched.includes('keyword')).map(asOption)
  const number = /^#?(\d{1,15})$/.exec(typed)?.[1]
  if (number) tasks.unshift({ id: `number-${number}`, label: m.goToTask(Number(number)), glyph: <CornerDownLeft {...icon} />, run: () => open(Number(number)) })
  const { above, below } = ranked([...onCard.flatMap(({ options }) => options), ...onTasks.options, ...commands], typed)
  const create: PaletteOption = {
    id: newTask,
    label: m.newTaskNamed(read.title),
    hint: read.tokens.map((token) => chipText(token, read)).join(' · '),
    glyph: <Plus {...icon} />,
    keys: 'mod+enter',
    modEnter: true,
    run: () => void addLine(typed, reader).then((task) => task && open(task.id)),
  }
  const asList: PaletteOption = {
    id: 'as-list',
    label: m.lists.ofSearch,
    glyph: <ListFilter {...icon} />,
    run: () =>
      void addTyped(
        {},
        typed,
        labels.map(({ word }) => word),
      ).then((filter) => nav.goTo({ view: 'all', openId: undefined, filter })),
  }
  const sections: Section[] = [
    ...(above.length > 0 ? [{ name: m.actions.best, options: above }] : []),
    { name: m.tasks, options: tasks, ...(isSearching || failed || search.missing === 'reading' ? {} : { empty: m.noHits(typed) }) },
    ...(related.length > 0 ? [{ name: m.actions.related, options: related }] : []),
    { name: m.commands, options: [create, asList, ...below] },
  ]
  return {
    sections,
    line: { read, reader },
    isFirstSure: above.length > 0 || number !== undefined || (q === typed && search.areWordsThere),
    isSearching,
    failed,
    missing: search.missing && m.missingHits[search.missing],
  }
}
