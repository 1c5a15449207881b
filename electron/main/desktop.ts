// Puts the desktop together: the service, its window, the tray, notifications, and what the system tells us.
import { app, dialog, globalShortcut, powerMonitor, type WebContents } from 'electron'
import { join } from 'node:path'
import type { DesktopSettings, DesktopState } from '../../shared/contract/desktop/bridge.ts'
import type { Config } from '../service/config.ts'
import { answerCalls } from './calls.ts'
import { cannotStart } from './cannot-start.ts'
import { addressOfLink } from './deep-link.ts'
import type { DesktopArguments, StartRequest } from './desktop-arguments.ts'
import { openDesktopFile } from './desktop-file.ts'
import { type DesktopService, type DesktopServiceOptions, keepService, openDesktopService } from './desktop-service.ts'
import { startAtLogin } from './login-start.ts'
import { createElectronNotifier } from './notifiers/electron-notifier.ts'
import { createLinuxNotifier } from './notifiers/linux-notifier.ts'
import { createMainWindow } from './windows/main-window.ts'
import { setMenu } from './windows/menu.ts'
import { sendToken } from './send-token.ts'
import { createNoticeActions } from './notifiers/notice-actions.ts'
import { guardPages } from './windows/page-guard.ts'
import { createQuickAddWindow } from './windows/quick-add-window.ts'
import { clientOf } from './service-line.ts'
import { systemCipher } from './system-cipher.ts'
import { createTray, type DesktopTray } from './windows/tray.ts'
import { m } from './messages.ts'
import { feedOf, followUpdates } from './updates/updates.ts'

interface Start {
  config: Config
  /** Where the desktop keeps its own. */
  dir: string
  given: DesktopArguments
}

export async function runDesktop({ config, dir, given }: Start): Promise<void> {
  const report = (error: unknown) => console.error(error)
  const file = openDesktopFile(dir)
  const iconDir = join(app.getAppPath(), 'electron', 'icons')
  const icon = join(iconDir, 'icon.png')
  let service: DesktopService
  const serviceUrl = () => service.url
  const ownOrigin = () => (service ? new URL(service.url).origin : 'null')
  let tray: DesktopTray | undefined

  const main = createMainWindow({ file, serviceUrl, icon, isKept: () => file.settings().keep_running })
  const quickAdd = createQuickAddWindow(serviceUrl)
  const showQuickAdd = () => void quickAdd.show()
  const openTask = (id?: number) => main.show(id === undefined ? undefined : `/task/${id}`)

  const client = () => clientOf(service)
  const acknowledge = async (id: number) => void (await client().acknowledgeReminder({ params: { id } }))
  const actionsOf = createNoticeActions({
    report,
    acknowledge,
    open: (address) => main.show(address),
    snooze: async (id) => void (await client().snoozeReminder({ params: { id }, body: { minutes: 10 } })),
    async finish({ id, task_id }) {
      await client().updateTask({ params: { id: task_id }, body: { status: 'done' } })
      await acknowledge(id)
    },
  })
  const options: DesktopServiceOptions = {
    ...config,
    version: app.getVersion(),
    windowDir: join(app.getAppPath(), 'out', 'renderer'),
    systemCipher,
    isPortFree: !given.service.some((one) => one.startsWith('--port')) && process.env.TANDEM_PORT === undefined,
    notifier: process.platform === 'linux' ? createLinuxNotifier(actionsOf, icon, report) : createElectronNotifier(actionsOf, icon),
  }

  guardPages(ownOrigin)
  let isReady = false
  const waiting: StartRequest[] = [given.request]
  function fulfil(request: StartRequest): void {
    if (!isReady) return void waiting.push(request)
    const address = request.link === undefined ? undefined : addressOfLink(request.link)
    if (request.quickAdd) return showQuickAdd()
    main.show(address)
  }
  app.on('second-instance', (_event, _args, _dir, request) => fulfil(request ?? {}))
  app.on('open-url', (event, link) => {
    event.preventDefault()
    fulfil({ link })
  })
  app.on('activate', () => main.show())
  // The tray stays; without keep_running the last window ends Tandem.
  app.on('window-all-closed', () => undefined)

  try {
    ;[service] = await Promise.all([openDesktopService(options), app.whenReady()])
  } catch (error) {
    return cannotStart(error)
  }

  const state = (): DesktopState => ({ ...file.settings(), quick_add_keys_work: isRegistered() })
  function isRegistered(): boolean {
    const keys = file.settings().quick_add_keys
    return keys !== '' && globalShortcut.isRegistered(keys)
  }
  function takeKeys(): void {
    globalShortcut.unregisterAll()
    const keys = file.settings().quick_add_keys
    try {
      if (keys !== '') globalShortcut.register(keys, showQuickAdd)
    } catch {
      // No keys that the system knows; the settings say that they do not work.
    }
  }
  const follow = () => followUpdates(feedOf(file.settings(), process.env), { newestSeen: file.newestUpdate, saw: file.keepNewestUpdate }, report)
  let stopUpdates = follow()
  /** A page may propose where programs come from; the person decides, in a question that no page can draw or answer. */
  async function isFeedWanted(feed: string): Promise<boolean> {
    if (feed === '' || feed === file.settings().update_feed) return true
    const { response } = await dialog.showMessageBox({
      type: 'warning',
      message: m.feedQuestion(new URL(feed).host),
      detail: m.feedDetail(feed),
      buttons: [m.feedRefuse, m.feedAccept],
      defaultId: 0,
      cancelId: 0,
      noLink: true,
    })
    return response === 1
  }
  async function change({ update_feed, ...others }: Partial<DesktopSettings>): Promise<DesktopState> {
    const isNew = update_feed !== undefined && (await isFeedWanted(update_feed))
    const patch = isNew ? { ...others, update_feed } : others
    file.changeSettings(patch)
    if (patch.start_at_login !== undefined) startAtLogin(patch.start_at_login, given.lasting)
    if (patch.quick_add_keys !== undefined) takeKeys()
    if (isNew) {
      stopUpdates()
      stopUpdates = follow()
    }
    tray?.redraw()
    return state()
  }

  const isOurs = (contents: WebContents) => contents === main.contents() || contents === quickAdd.contents()
  answerCalls(
    {
      showTask: (id) => openTask(id),
      closeQuickAdd: () => quickAdd.hide(),
      fitQuickAdd: (height) => quickAdd.fit(height),
      readDesktop: state,
      changeDesktop: change,
    },
    ownOrigin,
    isOurs,
  )

  if (app.isPackaged) app.setAsDefaultProtocolClient('tandem')
  sendToken(service)
  setMenu(showQuickAdd)
  const [first] = waiting
  await main.open(given.isHidden, first?.link === undefined ? undefined : addressOfLink(first.link))
  isReady = true
  if (first?.quickAdd) showQuickAdd()
  for (const request of waiting.slice(1)) fulfil(request)

  tray = createTray({
    iconDir,
    open: openTask,
    quickAdd: showQuickAdd,
    quickAddKeys: () => file.settings().quick_add_keys,
    startsAtLogin: () => file.settings().start_at_login,
    setStartAtLogin: (wanted) => void change({ start_at_login: wanted }),
  })
  takeKeys()
  quickAdd.prepare()

  // What is due changes with each write; many at once are one look.
  let look: NodeJS.Timeout | undefined
  const lookAtDue = () => {
    clearTimeout(look)
    look = setTimeout(() => void showDue().catch(report), 200)
  }
  async function showDue(): Promise<void> {
    const due = await client().listReminders({ query: { state: ['due', 'fired', 'delivered'] } })
    tray?.show(due.map(({ task_id, title }) => ({ taskId: task_id, title })))
  }
  function moveTo(): void {
    sendToken(service)
    main.follow()
    quickAdd.drop()
    quickAdd.prepare()
  }
  const stopKeeping = keepService(service, options, {
    changed: lookAtDue,
    failed: report,
    replaced(next) {
      service = next
      moveTo()
    },
  })

  powerMonitor.on('resume', () => service.own?.replanReminders('wake'))
  powerMonitor.on('unlock-screen', () => service.own?.replanReminders('wake'))

  let isEnding = false
  app.on('before-quit', (event) => {
    event.preventDefault()
    if (isEnding) return
    isEnding = true
    clearTimeout(look)
    stopKeeping()
    stopUpdates()
    globalShortcut.unregisterAll()
    // Writes are safe at any moment; closing saves the next start some work, so it may not hold up the end.
    const timeoutMs = setTimeout(() => app.exit(0), 5000)
    void (service.own?.close() ?? Promise.resolve()).catch(report).finally(() => {
      clearTimeout(timeoutMs)
      app.exit(0)
    })
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => app.quit())
  console.log(`Tandem is ready at ${service.url}`)
}
