// The window's calls to the desktop: each checks who asks and what is asked before anything happens.
import { ipcMain, type IpcMainInvokeEvent, type WebContents } from 'electron'
import { Value } from 'typebox/value'
import { desktopCalls, type DesktopHandlers, type DesktopTells } from '../../shared/contract/desktop/bridge.ts'
import { channelOf } from '../../shared/contract/desktop/channels.ts'

/** `isOurs`: one of our own windows. */
export function answerCalls(handlers: DesktopHandlers, ownOrigin: () => string, isOurs: (contents: WebContents) => boolean): void {
  const isAllowed = ({ sender, senderFrame }: IpcMainInvokeEvent) =>
    senderFrame !== null && senderFrame === sender.mainFrame && isOurs(sender) && senderFrame.origin === ownOrigin()
  for (const [name, schema] of Object.entries(desktopCalls)) {
    ipcMain.handle(channelOf(name), (event, argument: unknown) => {
      if (!isAllowed(event)) throw new Error('This page is not allowed to use the desktop.')
      if (!Value.Check(schema, argument)) throw new Error(`${name} does not accept that.`)
      return (handlers[name as keyof DesktopHandlers] as (argument: unknown) => unknown)(argument)
    })
  }
}

export function tell<K extends keyof DesktopTells>(contents: WebContents, name: K, value: DesktopTells[K]): void {
  contents.send(channelOf(name), value)
}
