// What clients read before anything else: where to ask for access to /mcp (RFC 9728), and how (RFC 8414).
import { readScope, writeScope } from '../../shared/schema/cloud/connection.ts'
import { paths } from './paths.ts'

export const wellKnown = {
  resource: '/.well-known/oauth-protected-resource',
  server: '/.well-known/oauth-authorization-server',
}

const scopes = [readScope, writeScope]

export const resourceMetadata = (url: string) => ({
  resource: `${url}/mcp`,
  authorization_servers: [url],
  scopes_supported: scopes,
  bearer_methods_supported: ['header'],
  resource_name: 'Tandem',
})

export const serverMetadata = (url: string, mayRegister: boolean) => ({
  issuer: url,
  authorization_endpoint: url + paths.authorize,
  token_endpoint: url + paths.token,
  revocation_endpoint: url + paths.revoke,
  ...(mayRegister ? { registration_endpoint: url + paths.register } : {}),
  scopes_supported: scopes,
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: ['authorization_code', 'refresh_token'],
  code_challenge_methods_supported: ['S256'],
  token_endpoint_auth_methods_supported: ['none'],
  revocation_endpoint_auth_methods_supported: ['none'],
  authorization_response_iss_parameter_supported: true,
  client_id_metadata_document_supported: true,
})

/** For `WWW-Authenticate`: where a client that was refused finds out how to be let in. */
export const challenge = (url: string): string => `Bearer realm="tandem", resource_metadata="${url}${wellKnown.resource}/mcp", scope="${scopes.join(' ')}"`
