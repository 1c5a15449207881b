import { app, dialog } from 'electron'
import { StartError } from '../service/start-error.ts'
import { m } from './messages.ts'

/** Says why, and ends; of a damaged database the person chooses what to go on with. */
export async function cannotStart(error: unknown): Promise<void> {
  const text = error instanceof StartError ? error.message : String((error as Error).stack)
  console.error(text)
  await app.whenReady()
  if (!(error instanceof StartError) || error.code !== 'damaged') {
    // Where nobody looks at a screen (a test, a script), a question would wait forever.
    if (!process.env.TANDEM_NO_DIALOGS) dialog.showErrorBox(m.cannotStart, text)
    return app.exit(1)
  }
  const { response } = await dialog.showMessageBox({
    type: 'error',
    message: m.cannotStart,
    detail: text,
    buttons: [m.restoreLatest, m.startEmpty, m.quit],
    cancelId: 2,
  })
  if (response === 2) return app.exit(1)
  app.releaseSingleInstanceLock()
  app.relaunch({ args: [...process.argv.slice(1), ...(response === 0 ? ['--restore', 'latest'] : ['--start-empty'])] })
  app.exit(0)
}
