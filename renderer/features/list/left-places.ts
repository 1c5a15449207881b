// Where somebody stood in a list when they left it: the browser's back brings them there again.
interface Left {
  /** The row that keys acted on. */
  at?: number
  scrolled?: number
}

const left = new Map<string, Left>()
/** Lists of one visit: more would only be many filters that were typed. */
const maxKept = 50

/** The address that back or forward has just led to, until a list stands there. */
let returnedTo: string | undefined
const here = () => location.pathname + location.search
if (typeof window !== 'undefined') window.addEventListener('popstate', () => (returnedTo = here()))

/** `name`: of the list, as long as it shows the same. */
export function rememberPlace(name: string, place: Left): void {
  const known = left.get(name)
  left.delete(name)
  left.set(name, { ...known, ...place })
  const [oldest] = left.keys()
  if (left.size > maxKept && oldest !== undefined) left.delete(oldest)
}

/** Undefined where somebody comes anew. */
export const placeToReturnTo = (name: string): Left | undefined => (returnedTo === here() ? left.get(name) : undefined)

export function hasReturned(): void {
  returnedTo = undefined
}
