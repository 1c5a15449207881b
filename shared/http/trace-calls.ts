// A span for each call: its method, the pattern of its route and its status. Neither the path itself nor who calls.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isTracing, type OpenSpan, openSpan } from '../node/tracing/spans.ts'

/** What stays open for as long as somebody listens, and what machines ask all the time. */
function isLeftOut({ method, routeOptions: { url, config } }: FastifyRequest): boolean {
  const { contract, quiet } = config as { contract?: { stream?: unknown }; quiet?: boolean }
  return contract?.stream !== undefined || quiet === true || url === '/health' || url === '/events' || (url === '/mcp' && method === 'GET')
}

/** Before all other hooks, so that what they do is part of the call. */
export function traceCalls(app: FastifyInstance): void {
  if (!isTracing()) return
  const spans = new WeakMap<FastifyRequest, OpenSpan>()
  app.addHook('onRequest', (request, _reply, done) => {
    if (isLeftOut(request)) return done()
    const route = request.routeOptions.url
    const opened = openSpan(`${request.method} ${route ?? ''}`.trim(), {
      kind: 'server',
      parent: [request.headers.traceparent].flat()[0],
      facts: { 'http.request.method': request.method, ...(route === undefined ? {} : { 'http.route': route }) },
    })
    if (!opened) return done()
    spans.set(request, opened)
    opened.run(done)
  })
  // A body's last bytes come from the connection, which knows nothing of the call.
  app.addHook('preValidation', (request, _reply, done) => {
    const opened = spans.get(request)
    if (opened) opened.run(done)
    else done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const opened = spans.get(request)
    opened?.note({ 'http.response.status_code': reply.statusCode })
    opened?.end(reply.statusCode >= 500 ? String(reply.statusCode) : undefined)
    done()
  })
}
