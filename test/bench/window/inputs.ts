// Every kind of input that the window has, and how to get the keyboard there. Escape leaves each of them.
import type { Page } from 'playwright-core'

export interface Input {
  name: string
  focus(page: Page, url: string): Promise<void>
}

const labelled = (page: Page, name: string | RegExp) => page.getByLabel(name).first()

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await page.getByRole('navigation').first().waitFor()
}

export function inputsWith(longTask: number): Input[] {
  const task = `/all/${longTask}`
  return [
    {
      name: 'quick add, over the list',
      async focus(page, url) {
        await open(page, `${url}/all`)
        await page.locator('[data-row]').first().waitFor()
        await page.keyboard.press('c')
        await page.getByRole('textbox', { name: 'New task' }).waitFor()
      },
    },
    {
      name: 'palette, searching',
      async focus(page, url) {
        await open(page, `${url}/all`)
        await page.locator('[data-row]').first().waitFor()
        await page.keyboard.press('Control+k')
        await page.getByRole('combobox').waitFor()
      },
    },
    {
      name: 'title',
      async focus(page, url) {
        await open(page, `${url}${task}`)
        await page.getByRole('textbox', { name: 'Title' }).click()
      },
    },
    {
      name: 'description, 5,000 characters',
      async focus(page) {
        await page.keyboard.press('Escape')
        await page.keyboard.press('Shift+E')
        await page.getByRole('textbox', { name: 'Description' }).focus()
      },
    },
    {
      name: 'comment',
      async focus(page, url) {
        await open(page, `${url}${task}`)
        await page.getByRole('textbox', { name: /Leave a comment/ }).click()
      },
    },
    {
      name: 'label of a task',
      async focus(page) {
        await page.keyboard.press('Escape')
        await page.keyboard.press('l')
        await labelled(page, 'Add a label').waitFor()
      },
    },
    {
      name: 'name of a saved list',
      async focus(page, url) {
        await open(page, `${url}/all?status=todo`)
        await page.getByRole('button', { name: 'Save list' }).click()
        await labelled(page, 'List name').waitFor()
      },
    },
    {
      name: 'contacts, filtering 300',
      async focus(page, url) {
        await open(page, `${url}/people`)
        await page.getByRole('searchbox', { name: 'Search contacts' }).click()
      },
    },
    {
      name: 'contact form',
      async focus(page) {
        await page.getByRole('button', { name: 'New contact' }).click()
        await page.getByRole('form', { name: 'New contact' }).getByRole('textbox').first().focus()
      },
    },
    {
      name: 'settings, address of the cloud',
      async focus(page, url) {
        await open(page, `${url}/settings/cloud`)
        await labelled(page, 'Cloud address').click()
      },
    },
  ]
}
