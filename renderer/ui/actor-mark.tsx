// Who did it: person = round initials in a stable hue · agent = rounded square with a spark · mail = envelope · sync = two arrows.
import type { Actor } from '../../shared/schema/actor.ts'
import { m } from '../lib/messages.ts'
import { BellGlyph, FileGlyph, MailGlyph, SparkGlyph, SyncGlyph } from './glyphs.tsx'
import { hueOf } from './marks/hue.ts'

/** "Ana Lopez" → AL, "ana" → AN, "ana@example.org" → AN. */
export function initials(name: string): string {
  const words = name
    .replace(/@.*$/, '')
    .split(/[\s._-]+/)
    .filter(Boolean)
  const [first = '?', second] = words
  return (second ? [...first].slice(0, 1).concat([...second].slice(0, 1)) : [...first].slice(0, 2)).join('').toUpperCase()
}

export const isYou = (actor: Actor): boolean => actor.kind === 'person' && actor.name === 'person'

/** The file, where a person let one in: what came out of it goes by its name (electron/service/imports/file-imports.ts). */
const importedFile = ({ kind, name }: Actor): string | undefined => (kind === 'person' ? /^import (.+)$/s.exec(name)?.[1] : undefined)

/** The name as people read it: the person who looks at it is "You", of whom a sentence with a verb has words of its own. */
export function actorName(actor: Actor): string {
  const file = importedFile(actor)
  return isYou(actor) ? m.you : file === undefined ? actor.name : m.entry.importOf(file)
}

export function PersonMark({ name, size = 20 }: { name: string; size?: number }) {
  const hue = hueOf(name)
  return (
    <span
      aria-hidden="true"
      className="grid shrink-0 place-items-center rounded-full font-semibold tracking-tight select-none"
      style={{
        width: size,
        height: size,
        fontSize: size * 0.45,
        lineHeight: 1,
        background: `light-dark(oklch(90% 0.05 ${hue}), oklch(36% 0.06 ${hue}))`,
        color: `light-dark(oklch(37% 0.09 ${hue}), oklch(91% 0.04 ${hue}))`,
      }}
    >
      {initials(name)}
    </span>
  )
}

export function ActorMark({ actor, size = 20 }: { actor: Actor; size?: number }) {
  const isFile = importedFile(actor) !== undefined
  if (actor.kind === 'person' && !isFile) return <PersonMark name={actorName(actor)} size={size} />
  const isAgent = actor.kind === 'agent'
  const Glyph = isFile ? FileGlyph : isAgent ? SparkGlyph : actor.kind === 'email' ? MailGlyph : actor.kind === 'system' ? BellGlyph : SyncGlyph
  return (
    <span
      aria-hidden="true"
      className={`grid shrink-0 place-items-center rounded-[5px] ${isAgent ? 'bg-agent-soft text-agent' : 'bg-raised text-muted'}`}
      style={{ width: size, height: size }}
    >
      <Glyph size={size * 0.65} />
    </span>
  )
}
