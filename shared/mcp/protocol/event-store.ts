// The last events of a session, so that a client whose stream broke hears what it missed (Last-Event-ID).
import type { EventStore } from '@modelcontextprotocol/server'

/** A session weighs little: so many events, and so many characters, are kept of each. */
const maxEvents = 200
const maxCharacters = 32_768
/** The stream of GET, under the name that the transport gives it. */
const ownStream = '_GET_stream'

export function createEventStore(): EventStore {
  const events: { id: string; stream: string; json: string }[] = []
  let characters = 0
  let count = 0

  const streamOf = (eventId: string) => /^(.+):\d+$/.exec(eventId)?.[1]

  return {
    storeEvent(stream, message) {
      const id = `${stream}:${++count}`
      const json = JSON.stringify(message)
      events.push({ id, stream, json })
      characters += json.length
      while (events.length > maxEvents || (characters > maxCharacters && events.length > 1)) characters -= events.shift()?.json.length ?? 0
      return Promise.resolve(id)
    },
    async replayEventsAfter(lastId, { send }) {
      const stream = streamOf(lastId) ?? ownStream
      const after = Number(lastId.slice(lastId.lastIndexOf(':') + 1))
      // An id that is none of ours has seen nothing that could be told again: it hears what comes from now on.
      const missed = Number.isSafeInteger(after) ? events.filter((event) => event.stream === stream && Number(event.id.slice(stream.length + 1)) > after) : []
      for (const { id, json } of missed) await send(id, JSON.parse(json) as never)
      return stream
    },
  }
}
