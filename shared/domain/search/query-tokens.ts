// The words of the search language, one by one: status:todo, -label:"needs review", "an exact phrase", -without, or a word.
const queryFields = ['status', 'priority', 'label', 'requester', 'assignee', 'due', 'is', 'created', 'updated', 'part'] as const
export type QueryField = (typeof queryFields)[number]

export interface QueryToken {
  /** As it was typed. */
  whole: string
  isNot: boolean
  /** Undefined: text. */
  field: QueryField | undefined
  value: string
  isQuoted: boolean
}

const token = new RegExp(`(-?)(?:(${queryFields.join('|')}):)?(?:"([^"]*)"|(\\S+))`, 'giy')

export function readTokens(source: string): QueryToken[] {
  const tokens: QueryToken[] = []
  for (let at = 0; at < source.length; ) {
    const space = /\s+/y
    space.lastIndex = at
    if (space.test(source)) at = space.lastIndex
    token.lastIndex = at
    const match = token.exec(source)
    if (!match) break
    at = token.lastIndex
    const [whole, minus, field, quoted, plain] = match
    tokens.push({
      whole,
      isNot: minus === '-',
      field: field?.toLowerCase() as QueryField | undefined,
      value: quoted ?? plain ?? '',
      isQuoted: quoted !== undefined,
    })
  }
  return tokens
}

/** Any of these, divided by commas. */
export const valuesIn = (value: string): string[] =>
  value
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean)
