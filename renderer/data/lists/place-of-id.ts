// Where something that belongs to no task is looked at: a contact among the people, a saved list as itself.
import type { Entity } from '../../../shared/schema/journal.ts'
import type { Place } from '../../lib/navigation.ts'
import { placeOfList } from './list-place.ts'
import { knownLists } from './saved-lists.ts'

export function placeOfId({ entity, entity_id }: { entity: Entity; entity_id: number }): Place {
  const list = entity === 'list' ? knownLists().find(({ id }) => id === entity_id) : undefined
  return list ? placeOfList(list) : { view: entity === 'list' ? 'all' : 'people', openId: undefined, filter: {} }
}
