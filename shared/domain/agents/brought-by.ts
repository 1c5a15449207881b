// An agent that takes in somebody's message does not speak as that somebody: the name says who brought it.

const longest = 200
const mark = ' (via '

/** What every name that this agent brought ends with. */
export const broughtEnding = (agent: string): string => `${mark}${nameAsBringer(agent)})`

/** The agent that brought what is written under this name; of a long agent name its beginning. */
export function bringerIn(name: string): string | undefined {
  const at = name.lastIndexOf(mark)
  return at >= 0 && name.endsWith(')') ? name.slice(at + mark.length, -1) : undefined
}

/** As much of an agent's name as stands in what it brought. */
export const nameAsBringer = (agent: string): string => agent.slice(0, longest / 2)

/** `ana@example.org (via claude)`. What somebody outside calls themselves cannot look like it. */
export function nameBrought(name: string, agent: string | undefined): string {
  const own = name.replaceAll(/\(via /gi, '(')
  const ending = agent === undefined ? '' : broughtEnding(agent)
  return own.slice(0, longest - ending.length) + ending
}
