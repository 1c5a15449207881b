// Why nothing answered, in words: what a person can look at.
const reasons: Record<string, string> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'there is no such name',
  EAI_AGAIN: 'the name cannot be looked up now',
  ENETUNREACH: 'no network leads there',
  EHOSTUNREACH: 'no network leads there',
  ECONNRESET: 'the connection broke off',
  UND_ERR_SOCKET: 'the connection broke off',
  EPIPE: 'the connection broke off',
  ETIMEDOUT: 'it took too long',
  UND_ERR_CONNECT_TIMEOUT: 'it took too long',
  UND_ERR_HEADERS_TIMEOUT: 'it took too long',
  UND_ERR_BODY_TIMEOUT: 'it took too long',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'nobody vouches for its certificate',
  SELF_SIGNED_CERT_IN_CHAIN: 'nobody vouches for its certificate',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'nobody vouches for its certificate',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
}

/** A code that has no words here stands for itself: better than nothing to search for. */
export function whyUnreachable(error: unknown): string {
  const { cause, name } = error as { cause?: { code?: string }; name?: string }
  const reason = name === 'TimeoutError' ? 'it took too long' : cause?.code && (reasons[cause.code] ?? cause.code)
  return reason ? `: ${reason}` : ''
}
