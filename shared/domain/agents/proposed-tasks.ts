// The tasks that a proposed call names. Each device knows them by numbers of its own, so between devices a call names them by uid.
type Given = Readonly<Record<string, unknown>>

/** In every tool `id` is a task, as are the links of one. */
const single = ['id', 'parent_id'] as const
const many = 'blocked_by'

const listed = (given: Given): unknown[] => (Array.isArray(given[many]) ? given[many] : [])

/** The tasks that a call names, as it names them. */
export function tasksNamed(given: Given): unknown[] {
  return [...single.flatMap((name) => (given[name] == null ? [] : [given[name]])), ...listed(given)]
}

/** The same call with other names for its tasks; undefined where one of them is not known. */
export function withTasksNamed(given: Given, nameOf: (task: unknown) => unknown): Record<string, unknown> | undefined {
  const names = new Map(tasksNamed(given).map((task) => [task, nameOf(task)]))
  if ([...names.values()].some((name) => name === undefined)) return undefined
  const renamed = Object.fromEntries(single.flatMap((name) => (given[name] == null ? [] : [[name, names.get(given[name])]])))
  return { ...given, ...renamed, ...(listed(given).length > 0 ? { [many]: listed(given).map((task) => names.get(task)) } : {}) }
}
