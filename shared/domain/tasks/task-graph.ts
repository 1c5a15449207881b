// Which task waits for which: for its blockers, and for its parts. Nobody can begin where that goes round in a circle.
import { AppError } from '../app-error.ts'

/** What is known of other tasks. */
export interface TaskGraph {
  blockersOf(uid: string): readonly string[]
  parentOf(uid: string): string | null
  partsOf(uid: string): readonly string[]
}

/** Of a task that is about to be written. */
export interface Node {
  uid: string
  parent_uid: string | null
  blocker_uids: readonly string[]
}

/** A part of a part of a part of a part of a task. */
export const maxDepth = 5

/** The graph as it is once a task is written. */
function withNode(graph: TaskGraph, { uid, parent_uid, blocker_uids }: Node): TaskGraph {
  return {
    blockersOf: (other) => (other === uid ? blocker_uids : graph.blockersOf(other)),
    parentOf: (other) => (other === uid ? parent_uid : graph.parentOf(other)),
    partsOf(other) {
      const parts = graph.partsOf(other).filter((part) => part !== uid)
      return other === parent_uid ? [...parts, uid] : parts
    },
  }
}

/** The way on which a task would wait for itself, from it back to it; undefined where it would not. */
export function findCycle(node: Node, graph: TaskGraph): string[] | undefined {
  const next = withNode(graph, node)
  const cameFrom = new Map<string, string>()
  const open = [node.uid]
  for (let uid = open.pop(); uid !== undefined; uid = open.pop()) {
    for (const other of [...next.blockersOf(uid), ...next.partsOf(uid)]) {
      if (other === node.uid) return [...wayTo(uid, cameFrom), other]
      if (cameFrom.has(other)) continue
      cameFrom.set(other, uid)
      open.push(other)
    }
  }
  return undefined
}

function wayTo(uid: string, cameFrom: ReadonlyMap<string, string>): string[] {
  const way = [uid]
  for (let one = cameFrom.get(uid); one !== undefined; one = cameFrom.get(one)) way.unshift(one)
  return way
}

/** How deep the parts stand into which a task is put, itself and its own parts included. Asked only of a graph without a circle. */
export function depthWith(node: Node, graph: TaskGraph): number {
  const next = withNode(graph, node)
  const height = (uid: string, left: number): number => (left === 0 ? 0 : Math.max(0, ...next.partsOf(uid).map((part) => 1 + height(part, left - 1))))
  let above = 0
  for (let uid = next.parentOf(node.uid); uid !== null && above <= maxDepth; uid = next.parentOf(uid)) above++
  return above + height(node.uid, maxDepth + 1)
}

/** Throws `conflict` when a task would wait for itself, with the way named, or when parts would stand too deep. `nameOf`: how people know a task; undefined: it is not there yet. */
export function requireOrder(node: Node, graph: TaskGraph, nameOf: (uid: string) => string | undefined): void {
  // Nearly all tasks have no links at all.
  if (node.parent_uid === null && node.blocker_uids.length === 0 && graph.partsOf(node.uid).length === 0) return
  const cycle = findCycle(node, graph)
  if (cycle) {
    const way = cycle.map((uid) => nameOf(uid) ?? 'new')
    throw new AppError('conflict', `Task ${way[0]} would wait for itself: ${way.join(' → ')}. Remove one of these links first.`, { extra: { path: way } })
  }
  if (node.parent_uid !== null && depthWith(node, graph) > maxDepth) {
    const name = nameOf(node.uid)
    throw new AppError(
      'conflict',
      `Parts can be nested at most ${maxDepth} deep. Put ${name === undefined ? 'the new task' : `task ${name}`} into a task higher up.`,
      {
        extra: { max_depth: maxDepth },
      },
    )
  }
}
