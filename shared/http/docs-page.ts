// The page that browses the API, with the same rules wherever it is served: nothing comes from, or goes to, another site.

/** Options for @fastify/swagger-ui. */
export const docsPage = {
  routePrefix: '/docs',
  staticCSP:
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  // The badge of a validator would tell a third party the address.
  uiConfig: { docExpansion: 'list', deepLinking: true, validatorUrl: null },
} as const
