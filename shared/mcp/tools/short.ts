/** The same constraints as over REST, in fewer words: every token of a listing is paid again in each conversation. */
export function short<S extends object>(schema: S, says?: string): S {
  const { description: _long, ...rest } = schema as S & { description?: string }
  return (says ? { ...rest, description: says } : rest) as S
}
