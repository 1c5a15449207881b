// A list without a page size may be long: it leaves page by page, so that neither its rows nor its text are ever in memory at once,
// and other calls are answered in between.
import { setImmediate } from 'node:timers/promises'
import { Readable } from 'node:stream'
import type { TSchema } from 'typebox'
import { replySerializer } from './reply-filter.ts'

/** The rows of a list as pages, read one after the other as the client takes them. */
export class LongList<T> {
  readonly pages: () => Iterable<T[]>
  constructor(pages: () => Iterable<T[]>) {
    this.pages = pages
  }
}

/** What hears of the rows of a reply that leaves page by page, and therefore passes no hook as a whole. */
const listeners = new WeakMap<object, (rows: unknown[]) => void>()

/** Before the handler: each page is told before it leaves. */
export const onPages = (request: object, hears: (rows: unknown[]) => void): void => void listeners.set(request, hears)

/** The JSON array of a long list, filtered like any reply. */
export function streamOf(list: LongList<unknown>, schema: TSchema, request: object): Readable {
  const hears = listeners.get(request)
  const { items } = schema as unknown as { items: TSchema }
  const serialize = replySerializer(items)
  async function* text() {
    let before = '['
    for (const page of list.pages()) {
      hears?.(page)
      yield page
        .map((row) => {
          const one = before + serialize(row)
          before = ','
          return one
        })
        .join('')
      await setImmediate()
    }
    yield before === '[' ? '[]' : ']'
  }
  return Readable.from(text(), { objectMode: false })
}
