// The plans with which a server answered, out of its log, and what of them grows with the number of teams.
import { closeSync, openSync, readSync, statSync } from 'node:fs'

interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows'?: number
  'Actual Loops'?: number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  'Shared Hit Blocks'?: number
  'Shared Read Blocks'?: number
  Plans?: PlanNode[]
}

export interface Plan {
  database: string
  query: string
  root: PlanNode
}

/** What was written to a log behind a position: plans of auto_explain, as JSON behind the name of their database. */
export function readPlans(log: string, from: number): Plan[] {
  const size = statSync(log).size
  const bytes = Buffer.alloc(Math.max(0, size - from))
  const file = openSync(log, 'r')
  readSync(file, bytes, 0, bytes.length, from)
  closeSync(file)
  const plans: Plan[] = []
  for (const [, database = '', json = ''] of bytes.toString().matchAll(/^\[db=(\S+)\] LOG: {2}duration: [\d.]+ ms {2}plan:\n((?:\t.*\n)+)/gm)) {
    const read = JSON.parse(json) as { 'Query Text': string; Plan: PlanNode }
    plans.push({ database, query: read['Query Text'].replaceAll(/\s+/g, ' ').trim(), root: read.Plan })
  }
  return plans
}

const below = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(below)]
const blocksOf = ({ root }: Plan): number => (root['Shared Hit Blocks'] ?? 0) + (root['Shared Read Blocks'] ?? 0)
const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] as number

export interface Growing {
  query: string
  found: string
}

/** Tables that hold more for more teams, and by how much a statement may grow with them: an index gets a level deeper now and then. */
const growth = { factor: 3, blocks: 60 }

/**
 * `sizes`: databases, the smallest first. `rows`: of each table in the largest one, for those that grow. Found are sequential scans of these in the
 * largest, and statements that touch more pages there than in the smallest.
 */
export function growingPlans(plans: readonly Plan[], sizes: readonly string[], rows: ReadonlyMap<string, number>): Growing[] {
  const [smallest, largest] = [sizes[0] as string, sizes.at(-1) as string]
  const found = new Map<string, string>()
  const inLargest = plans.filter(({ database }) => database === largest)
  for (const { query, root } of inLargest)
    for (const node of below(root)) {
      const table = node['Relation Name']
      const isScan = node['Node Type'] === 'Seq Scan' && (node['Actual Loops'] ?? 0) > 0
      if (isScan && table !== undefined && rows.has(table)) found.set(query, `sequential scan of ${table} (${rows.get(table)} rows)`)
    }
  if (smallest !== largest) {
    const before = Map.groupBy(
      plans.filter(({ database }) => database === smallest),
      ({ query }) => query,
    )
    for (const [query, some] of Map.groupBy(inLargest, (plan) => plan.query)) {
      const small = before.get(query)
      if (!small || found.has(query)) continue
      const [then, now] = [median(small.map(blocksOf)), median(some.map(blocksOf))]
      if (now > then * growth.factor && now - then > growth.blocks) found.set(query, `${then} pages in ${smallest}, ${now} in ${largest}`)
    }
  }
  return [...found].map(([query, what]) => ({ query, found: what }))
}
