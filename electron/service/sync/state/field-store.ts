// SQL of which fields the cloud takes, and nothing else.
import type { Db } from '../../db/open.ts'
import type { TakenFields } from '../transport/cloud-schema.ts'

export function createFieldStore(db: Db) {
  const read = db.prepare('SELECT fields FROM remote_fields WHERE name = ?').pluck()
  const write = db.prepare('INSERT OR REPLACE INTO remote_fields VALUES (?, ?)')
  const drop = db.prepare('DELETE FROM remote_fields WHERE name = ?')
  return {
    read(name: 'taken' | 'known'): TakenFields | undefined {
      const text = read.get(name) as string | undefined
      return text === undefined ? undefined : (JSON.parse(text) as TakenFields)
    },
    keep: (name: 'taken' | 'known', fields: TakenFields | undefined): void =>
      void (fields === undefined ? drop.run(name) : write.run(name, JSON.stringify(fields))),
  }
}

export type FieldStore = ReturnType<typeof createFieldStore>
