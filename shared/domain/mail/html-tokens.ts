// HTML as a row of tags and texts, in time that only grows with its length: patterns that look for the end of each tag can be made to take
// the square of it, and HTML comes from anybody.

export interface HtmlToken {
  kind: 'text' | 'open' | 'close' | 'comment' | 'other'
  /** As it stands there. */
  part: string
  /** Of a tag, in lower case; of all others empty. */
  name: string
}

const token = /(<!--)|<(\/?)([a-zA-Z][a-zA-Z0-9]{0,15})[^<>]*>|(<[!?][^<>]*>)|[^<]+|</g

/** A comment's token is only its beginning `<!--`: what follows are tokens like any other, up to one that contains `-->`. */
export function* htmlTokens(html: string): Generator<HtmlToken> {
  for (const [part, comment, slash, name, other] of html.matchAll(token)) {
    if (comment !== undefined) yield { kind: 'comment', part, name: '' }
    else if (name !== undefined) yield { kind: slash === '/' ? 'close' : 'open', part, name: name.toLowerCase() }
    else yield { kind: other === undefined ? 'text' : 'other', part, name: '' }
  }
}
