// Why nothing answered, in words: what a person can look at.
const reasons: Record<string, string> = {
  ECONNREFUSED: 'nothing is listening there',
  ENOTFOUND: 'host not found',
  EAI_AGAIN: 'the name lookup failed',
  ENETUNREACH: 'network unreachable',
  EHOSTUNREACH: 'network unreachable',
  ECONNRESET: 'the connection was lost',
  UND_ERR_SOCKET: 'the connection was lost',
  EPIPE: 'the connection was lost',
  ETIMEDOUT: 'it timed out',
  UND_ERR_CONNECT_TIMEOUT: 'it timed out',
  UND_ERR_HEADERS_TIMEOUT: 'it timed out',
  UND_ERR_BODY_TIMEOUT: 'it timed out',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is not trusted',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is not trusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate is not trusted',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
}

/** A code that has no words here stands for itself: better than nothing to search for. */
export function whyUnreachable(error: unknown): string {
  const { cause, name } = error as { cause?: { code?: string }; name?: string }
  const reason = name === 'TimeoutError' ? 'it timed out' : cause?.code && (reasons[cause.code] ?? cause.code)
  return reason ? `: ${reason}` : ''
}
