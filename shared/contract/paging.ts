import { Type } from 'typebox'

/** `?limit=&cursor=`; without them everything is returned. The cursor is opaque: take it from the Link header. */
export const paging = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000, description: 'Page size. Without it everything is returned.' })),
  cursor: Type.Optional(Type.String({ maxLength: 200, description: 'From the Link header (rel="next") of the page before.' })),
}

/** For what browsers open by themselves, and thus without headers. */
export const inTeam = {
  team_id: Type.Optional(Type.String({ format: 'uuid', description: 'Instead of the header X-Team-Id, where a browser cannot send one.' })),
}
