interface Identity {
  id: number
  version: number
}

/** A slug may be given again after a delete: a contact's ETag must not fit the one that had the slug before. */
export const contactTag = ({ id, version }: Identity): string => `${id}.${version}`

/** The contact with the tag that its reply carries. */
export function tagged<C extends Identity>(contact: C): C & { etag: string } {
  return { ...contact, etag: contactTag(contact) }
}
