// The contract as OpenAPI, and a page to browse it. What can be called is no secret, and a browser cannot send a token with a link.
import type { FastifyInstance } from 'fastify'
import { apiInfo } from '../../../shared/contract/info.ts'
import { localContract } from '../../../shared/contract/local.ts'
import { docsPage } from '../../../shared/http/docs-page.ts'
import { refuseOtherMethods } from '../../../shared/http/mount.ts'
import { openapiOnDemand } from '../../../shared/http/openapi.ts'

export async function serveDocs(app: FastifyInstance, version: string): Promise<void> {
  const document = openapiOnDemand({ ...apiInfo, version }, localContract)
  app.get('/openapi.json', { config: { open: true } }, () => document)
  for (const path of ['/openapi.json', '/docs', '/docs/']) refuseOtherMethods(app, path, new Set(['GET']))
  const [{ default: swagger }, { default: swaggerUi }] = await Promise.all([import('@fastify/swagger'), import('@fastify/swagger-ui')])
  await app.register(async (child) => {
    child.addHook('onRoute', (route) => {
      route.config = { ...route.config, open: true }
    })
    await child.register(swagger, { mode: 'static', specification: { document: document as never } })
    await child.register(swaggerUi, docsPage)
  })
}
