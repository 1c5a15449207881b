// SQL of which fields the cloud takes, and nothing else.
import type { Db } from '../../db/open.ts'
import { fieldwise, type TakenFields } from '../transport/cloud-schema.ts'

const none = Object.fromEntries(fieldwise.map((entity): [string, string[]] => [entity, []])) as TakenFields

export function createFieldStore(db: Db) {
  const read = db.prepare('SELECT fields FROM remote_fields WHERE name = ?').pluck()
  const write = db.prepare('INSERT OR REPLACE INTO remote_fields VALUES (?, ?)')
  const drop = db.prepare('DELETE FROM remote_fields WHERE name = ?')
  return {
    read(name: 'taken' | 'known'): TakenFields | undefined {
      const text = read.get(name) as string | undefined
      // A version that did not know a kind kept nothing of it.
      return text === undefined ? undefined : { ...none, ...(JSON.parse(text) as Partial<TakenFields>) }
    },
    keep: (name: 'taken' | 'known', fields: TakenFields | undefined): void =>
      void (fields === undefined ? drop.run(name) : write.run(name, JSON.stringify(fields))),
  }
}

export type FieldStore = ReturnType<typeof createFieldStore>
