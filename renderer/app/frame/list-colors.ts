import type { SavedList } from '../../../shared/schema/saved-list.ts'

const classes: Record<NonNullable<SavedList['color']>, string> = {
  red: 'text-bad',
  yellow: 'text-warn',
  green: 'text-ok',
  blue: 'text-accent',
  purple: 'text-agent',
}

/** The class of its mark; undefined: as the text beside it. */
export const listColor = (color: SavedList['color']): string | undefined => (color === null ? undefined : classes[color])
