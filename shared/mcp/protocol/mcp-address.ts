const withSlash = /^((?:\/\.well-known\/oauth-protected-resource)?\/mcp)\/(?=\?|$)/

/** As the server knows it: people paste the address of the endpoint with a slash at its end, and programs add one. */
export const mcpAddress = ({ url = '/' }: { url?: string }): string => url.replace(withSlash, '$1')
