/** A sentence as a header: they are Latin-1, so other characters are written as in addresses. */
export const inHeader = (text: string): string => text.replaceAll(/[^\x20-\x7e]+/gu, (piece) => encodeURIComponent(piece.toWellFormed()))

/** A header with a text for people; none where there is nothing to say. */
export const textHeader = (name: string, text: string | undefined): Record<string, string> => (text === undefined ? {} : { [name]: inHeader(text) })
