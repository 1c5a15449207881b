// Where the lines of the graph run: tasks stand below each other, and left of them a line goes from each down to what waits for it. What many lines
// have in common, where they begin or where they end, is one line.

/** From row to row. */
export type Edge = readonly [from: number, to: number]

export interface Line {
  from: number
  to: number
  /** How far left of the rows; undefined: straight down to the next row. */
  lane: number | undefined
}

export interface Lines {
  lines: Line[]
  /** How many lanes there are. */
  lanes: number
}

interface Bundle {
  edges: Edge[]
  first: number
  last: number
}

export function layLines(edges: readonly Edge[]): Lines {
  const isNext = ([from, to]: Edge) => to === from + 1
  const lines: Line[] = edges.filter(isNext).map(([from, to]) => ({ from, to, lane: undefined }))
  const lanes: Bundle[][] = []
  // Short ones stand nearest: fewer lines cross.
  for (const bundle of bundlesOf(edges.filter((edge) => !isNext(edge))).sort((a, b) => a.last - a.first - (b.last - b.first))) {
    const free = lanes.findIndex((taken) => taken.every((one) => one.last <= bundle.first || one.first >= bundle.last))
    const lane = free === -1 ? lanes.push([]) - 1 : free
    lanes[lane]?.push(bundle)
    for (const [from, to] of bundle.edges) lines.push({ from, to, lane })
  }
  return { lines, lanes: lanes.length }
}

/** The row where most lines begin or end takes all of them, then the next. */
function bundlesOf(edges: readonly Edge[]): Bundle[] {
  const bundles: Bundle[] = []
  let left = [...edges]
  while (left.length > 0) {
    const groups = [...Map.groupBy(left, ([, to]) => to).values(), ...Map.groupBy(left, ([from]) => from).values()]
    const taken = groups.reduce((most, group) => (group.length > most.length ? group : most))
    const rows = taken.flat()
    bundles.push({ edges: taken, first: Math.min(...rows), last: Math.max(...rows) })
    left = left.filter((edge) => !taken.includes(edge))
  }
  return bundles
}
