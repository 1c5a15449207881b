/** The request of a client that this page is about: where a person decides about it, in the cloud. */
export function connectingAt(path: string): string | undefined {
  return /^\/connect\/([\w-]{20,64})$/.exec(path)?.[1]
}
