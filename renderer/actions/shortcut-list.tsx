import { can } from '../backend/abilities.ts'
import { m } from '../messages/late.ts'
import { Kbd } from '../ui/kbd.tsx'
import { taskActions } from './task-actions.ts'

/** Without what says that it asks. */
const plain = (name: string) => name.replace(/\s*…$/u, '')

/** Each value of a field has no line of its own; up and down have one together. */
const keysOfActions = taskActions
  .filter(({ keys, isValue, group }) => keys.length > 0 && !isValue && group !== 'order')
  .map(({ name, keys }): [string, string[]] => [plain(name([])), [...keys]])

const sheet: { name: string; rows: [string, string[]][] }[] = [
  {
    name: m.keys.anywhere,
    rows: [
      [m.keys.search, ['mod+k', '/']],
      [m.keys.add, ['c']],
      [m.keys.undo, ['z', 'mod+z']],
      [m.redoLast, ['shift+z', 'mod+shift+z']],
      [m.goTo(m.view.inbox), ['g i']],
      [m.goTo(m.view.today), ['g o']],
      [m.goTo(m.view.open), ['g l']],
      [m.goTo(m.view.next), ['g n']],
      [m.goTo(m.view.board), ['g b']],
      [m.goTo(m.view.all), ['g a']],
      [m.goTo(m.view.done), ['g d']],
      [m.goTo(m.view.people), ['g p']],
      [m.goTo(m.view.review), ['g r']],
      [m.goTo(m.view.activity), ['g t']],
      [m.goTo(m.view.team), ['g m']],
      [m.goTo(m.view.settings), ['g s']],
      [m.keys.sidebar, ['[']],
      [m.keys.sheet, ['?']],
    ],
  },
  {
    name: m.keys.list,
    rows: [
      [m.keys.move, ['j', 'k']],
      [m.keys.open, ['enter', 'o']],
      [m.keys.peek, ['space']],
      [m.byHand.keys, ['alt+arrowup', 'alt+arrowdown']],
      [m.keys.close, ['escape']],
      [m.keys.pick, ['x', 'shift+x']],
      [m.keys.extend, ['shift+arrowdown', 'shift+arrowup']],
      [m.keys.selectAll, ['mod+a']],
      [m.keys.filter, ['f']],
      [m.keys.menu, ['shift+f10']],
    ],
  },
  {
    name: m.keys.task,
    rows: [
      [m.keys.set, ['1–5']],
      [m.actions.stepBack, ['shift+s']],
      ...keysOfActions,
      [plain(m.actions.later), ['h']],
      [m.keys.merge, ['=']],
      [m.cloud.mail.reply, ['w']],
      [m.keys.send, ['mod+enter']],
    ],
  },
  {
    name: m.newTask,
    rows: [
      [m.keys.lookalike, ['alt+1', 'alt+2']],
      [m.keys.addThere, ['alt+shift+1', 'alt+shift+2']],
      [m.keys.saveAndOpen, ['mod+enter']],
      [m.keys.keepDraft, ['escape']],
    ],
  },
  {
    name: m.view.board,
    rows: [
      [m.keys.move, ['j', 'k']],
      [m.keys.columns, ['arrowleft', 'arrowright']],
      [m.keys.pick, ['x', 'shift+x']],
      [m.keys.extend, ['shift+arrowdown', 'shift+arrowup']],
      [m.keys.moveCard, ['shift+arrowleft', 'shift+arrowright']],
    ],
  },
  {
    name: m.view.today,
    rows: [
      [m.status.done, ['5']],
      [m.today.dismiss, ['a']],
      [m.today.snoozeKey, ['h']],
    ],
  },
  {
    name: m.view.review,
    rows: [
      [m.keys.move, ['j', 'k']],
      [m.keys.yes, ['y']],
      [m.keys.no, ['n']],
      [m.review.rejectBecause, ['shift+n']],
      [m.keys.acceptAndEdit, ['e']],
      [m.question.choose, ['1–6']],
      [m.question.write, ['e']],
      [m.cloud.conflict.keepHere, ['1']],
      [m.cloud.conflict.keepThere, ['2']],
      [m.keys.openTask, ['o']],
    ],
  },
  {
    name: m.view.activity,
    rows: [
      [m.keys.move, ['j', 'k']],
      [m.keys.bursts, ['shift+j', 'shift+k']],
      [m.keys.openTask, ['enter', 'o']],
      [m.keys.undoEntry, ['u']],
    ],
  },
]

/** Keys of what this home does not have. */
const missing = new Set<string>([...(can.decide ? [] : [m.goTo(m.view.review), m.view.review]), ...(can.review ? [] : [m.keys.merge])])
const shownSheet = sheet.filter(({ name }) => !missing.has(name)).map(({ name, rows }) => ({ name, rows: rows.filter(([what]) => !missing.has(what)) }))

/** All keys, for the sheet and the settings. */
export function ShortcutList({ without }: { without?: readonly string[] }) {
  return (
    <div className="gap-10 sm:columns-2">
      {shownSheet.map((part) => (
        <section key={part.name} className="mb-6 break-inside-avoid">
          <h3 className="mb-1 text-meta font-medium text-quiet">{part.name}</h3>
          <dl>
            {part.rows
              .filter(([what]) => !without?.includes(what))
              .map(([what, keys]) => (
                <div key={what} className="flex min-h-7 items-center justify-between gap-4 py-0.5">
                  <dt>{what}</dt>
                  <dd className="flex gap-1">
                    {keys.map((key) => (
                      <span key={key}>
                        <Kbd keys={key} isSubject />
                        <span className="sr-only">{key}</span>
                      </span>
                    ))}
                  </dd>
                </div>
              ))}
          </dl>
        </section>
      ))}
    </div>
  )
}
