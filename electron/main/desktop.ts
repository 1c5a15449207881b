// Puts the desktop together: the service, its window, the tray, notifications, and what the system tells us.
import { app, powerMonitor, type WebContents } from 'electron'
import { join } from 'node:path'
import type { Config } from '../service/config.ts'
import { answerCalls } from './calls.ts'
import { cannotStart } from './cannot-start.ts'
import type { DesktopArguments } from './desktop-arguments.ts'
import { openDesktopFile } from './desktop-file.ts'
import { type DesktopService, type DesktopServiceOptions, keepService, openDesktopService } from './desktop-service.ts'
import { applyDesktopSettings } from './desktop-settings.ts'
import { followDueReminders } from './due-reminders.ts'
import { createElectronNotifier } from './notifiers/electron-notifier.ts'
import { createLinuxNotifier } from './notifiers/linux-notifier.ts'
import { createNoticeActions } from './notifiers/notice-actions.ts'
import { endOrderly } from './orderly-end.ts'
import { sendToken } from './send-token.ts'
import { clientOf, type DesktopClient } from './service-line.ts'
import { receiveStartRequests } from './start-requests.ts'
import { systemCipher } from './system-cipher.ts'
import { createMainWindow } from './windows/main-window.ts'
import { setMenu } from './windows/menu.ts'
import { guardPages } from './windows/page-guard.ts'
import { offerTextMenus } from './windows/text-menu.ts'
import { createQuickAddWindow } from './windows/quick-add-window.ts'
import { createTray, type DesktopTray } from './windows/tray.ts'

interface Start {
  config: Config
  /** Where the desktop keeps its own. */
  dir: string
  given: DesktopArguments
}

const report = (error: unknown) => console.error(error)
const iconDir = () => join(app.getAppPath(), 'electron', 'icons')
const iconFile = () => join(iconDir(), 'icon.png')

/** What a reminder's notification does, through the service's own calls. */
function noticeActions(client: () => DesktopClient, open: (address: string) => void) {
  const acknowledge = async (id: number) => void (await client().acknowledgeReminder({ params: { id } }))
  return createNoticeActions({
    report,
    acknowledge,
    open,
    snooze: async (id) => void (await client().snoozeReminder({ params: { id }, body: { minutes: 10 } })),
    async finish({ id, task_id }) {
      await client().updateTask({ params: { id: task_id }, body: { status: 'done' } })
      await acknowledge(id)
    },
  })
}

function serviceOptions({ config, given }: Start, actionsOf: ReturnType<typeof noticeActions>): DesktopServiceOptions {
  const icon = iconFile()
  return {
    ...config,
    version: app.getVersion(),
    windowDir: join(app.getAppPath(), 'out', 'renderer'),
    systemCipher,
    damaged: (error) => void cannotStart(error),
    isPortFree: !given.service.some((one) => one.startsWith('--port')) && process.env.TANDEM_PORT === undefined,
    notifier: process.platform === 'linux' ? createLinuxNotifier(actionsOf, icon, report) : createElectronNotifier(actionsOf, icon),
  }
}

export async function runDesktop(start: Start): Promise<void> {
  const { dir, given } = start
  const file = openDesktopFile(dir)
  let service: DesktopService
  const serviceUrl = () => service.url
  const ownOrigin = () => (service ? new URL(service.url).origin : 'null')
  const client = () => clientOf(service)
  let tray: DesktopTray | undefined

  const main = createMainWindow({ file, serviceUrl, icon: iconFile(), isKept: () => file.settings().keep_running })
  const quickAdd = createQuickAddWindow(serviceUrl)
  const showQuickAdd = () => void quickAdd.show()
  const openTask = (id?: number) => main.show(id === undefined ? undefined : `/task/${id}`)
  const options = serviceOptions(
    start,
    noticeActions(client, (address) => main.show(address)),
  )

  guardPages(ownOrigin)
  offerTextMenus()
  const requests = receiveStartRequests({ first: given.request, show: (address) => main.show(address), quickAdd: showQuickAdd })
  // The tray stays; without keep_running the last window ends Tandem.
  app.on('window-all-closed', () => undefined)

  try {
    ;[service] = await Promise.all([openDesktopService(options), app.whenReady()])
  } catch (error) {
    return cannotStart(error)
  }

  const settings = applyDesktopSettings({ file, lasting: given.lasting, showQuickAdd, changed: () => tray?.redraw(), report })
  const isOurs = (contents: WebContents) => contents === main.contents() || contents === quickAdd.contents()
  answerCalls(
    {
      showTask: (id) => openTask(id),
      closeQuickAdd: () => quickAdd.hide(),
      fitQuickAdd: (height) => quickAdd.fit(height),
      readDesktop: settings.state,
      changeDesktop: settings.change,
    },
    ownOrigin,
    isOurs,
  )

  if (app.isPackaged) app.setAsDefaultProtocolClient('tandem')
  sendToken(service)
  setMenu(showQuickAdd)
  await main.open(given.isHidden, requests.address)
  requests.ready()

  tray = createTray({
    iconDir: iconDir(),
    open: openTask,
    quickAdd: showQuickAdd,
    quickAddKeys: () => file.settings().quick_add_keys,
    startsAtLogin: () => file.settings().start_at_login,
    setStartAtLogin: (wanted) => void settings.change({ start_at_login: wanted }),
  })
  settings.takeKeys()
  quickAdd.prepare()

  const due = followDueReminders({ client, show: (reminders) => tray?.show(reminders), report })
  const stopKeeping = keepService(service, options, {
    changed: due.changed,
    failed: report,
    replaced(next) {
      service = next
      sendToken(service)
      main.follow()
      quickAdd.drop()
      quickAdd.prepare()
    },
  })

  powerMonitor.on('resume', () => service.own?.replanReminders('wake'))
  powerMonitor.on('unlock-screen', () => service.own?.replanReminders('wake'))
  endOrderly({
    service: () => service,
    stop() {
      due.stop()
      stopKeeping()
      settings.stop()
    },
    report,
  })
  console.log(`Tandem is ready at ${service.url}`)
}
