// An agent that takes in somebody's message does not speak as that somebody: the name says who brought it.

const longest = 200
const mark = ' (via '

/** What every name that this agent brought ends with. */
export const broughtEnding = (agent: string): string => `${mark}${agent.slice(0, longest / 2)})`

/** `ana@example.org (via claude)`. What somebody outside calls themselves cannot look like it. */
export function nameBrought(name: string, agent: string | undefined): string {
  const own = name.replaceAll(/\(via /gi, '(')
  const ending = agent === undefined ? '' : broughtEnding(agent)
  return own.slice(0, longest - ending.length) + ending
}
