// Puts the modules together: infrastructure first, then what stands on it, then the way in.
import type { FastifyInstance } from 'fastify'
import type { AppOptions } from './app-options.ts'
import { serveDocs } from './http/serve-docs.ts'
import { sendReloadedSettings, serveHere } from './http/serve-here.ts'
import { openServer } from './http/server.ts'
import { createFeatures } from './modules/features.ts'
import { guardCalls } from './modules/guards.ts'
import { createInfrastructure } from './modules/infrastructure.ts'
import { mountRoutes } from './modules/routes.ts'
import { systemClock } from './reminders/clock.ts'
import type { ReplanReason } from './reminders/scheduler.ts'
import { checkSettings } from './settings/settings.ts'

export type { AppOptions } from './app-options.ts'

export interface App {
  app: FastifyInstance
  replanReminders(reason: ReplanReason): void
  /** A new link that signs one browser in as the person. */
  signInLink(): string
}

/** What every start does and that is slow the first time, without a list: for the time in which one waits for a list to be checked. */
export function warmUp(): void {
  checkSettings({})
  systemClock.zone()
}

export async function createApp(options: AppOptions): Promise<App> {
  const app = openServer(options)
  const infrastructure = createInfrastructure(app, options)
  const features = createFeatures(app, infrastructure, options)
  const { remote, reminders, search, agents, mail, texts } = features

  sendReloadedSettings(app, options.windowDir)
  guardCalls(app, infrastructure, features, options)
  const { signInLink } = mountRoutes(app, infrastructure, features, options)
  await serveDocs(app, options.version)
  await serveHere(app, options.windowDir)

  // Once the service is up: what is due must not wait for it, nor it for what is due.
  app.addHook('onListen', async () => {
    reminders.start()
    remote.start()
    mail.start()
  })
  app.addHook('preClose', async () => {
    await Promise.all([remote.close(), mail.close(), texts.close()])
    await reminders.close()
    infrastructure.events.close()
    agents.questions.endWaiting()
    agents.work.close()
    await agents.mcp.close()
  })
  app.addHook('onClose', async () => {
    infrastructure.close()
    await search.close()
    agents.close()
  })
  return { app, replanReminders: reminders.replan, signInLink }
}
