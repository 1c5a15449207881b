import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { addressOfLink } from './deep-link.ts'
import { readDesktopArguments } from './desktop-arguments.ts'
import { openDesktopFile } from './desktop-file.ts'
import { fitBounds } from './windows/window-state.ts'

describe('[DT4] links', () => {
  test.each([
    ['tandem://task/12', '/task/12'],
    ['tandem://task/12/', '/task/12'],
    ['TANDEM://task/7', '/task/7'],
    ['tandem://task/12?x=<script>#y', '/task/12'],
    ['tandem://inbox', '/inbox'],
    ['tandem://review/', '/review'],
  ])('%s opens %s', (link, address) => expect(addressOfLink(link)).toBe(address))

  test.each([
    'tandem://task/0',
    'tandem://task/-1',
    'tandem://task/12/../../docs',
    'tandem://task/../../inbox/../task/3',
    'tandem://task/1e9',
    'tandem://task/%2e%2e',
    'tandem://evil.example/inbox',
    'tandem:inbox',
    'https://task/12',
    'javascript:alert(1)',
    'tandem://inbox/etc',
    '',
  ])('%s opens nothing', (link) => expect(addressOfLink(link)).toBeUndefined())
})

describe('[DT17] arguments', () => {
  test("only ours are read between Chromium's", () => {
    const given = [
      '--inspect=0',
      '--no-sandbox',
      '/some/app',
      '--port',
      '0',
      '--user-data-dir=/x',
      '--data-dir=/d',
      '--require-token',
      '--hidden',
      'tandem://task/3',
    ]
    expect(readDesktopArguments(given)).toEqual({
      service: ['--port', '0', '--data-dir=/d', '--require-token'],
      lasting: ['--data-dir', '/d'],
      isHidden: true,
      request: { link: 'tandem://task/3' },
    })
  })
  test.each([
    [
      ['--data-dir', '/d'],
      ['--data-dir', '/d'],
    ],
    [
      ['--data-dir=/d e', '--port', '0'],
      ['--data-dir', '/d e'],
    ],
    [
      ['--data-dir', 'here'],
      ['--data-dir', join(process.cwd(), 'here')],
    ],
    [['--port', '0'], []],
  ])('a start at login needs the data folder of %j', (args, lasting) => expect(readDesktopArguments(args).lasting).toEqual(lasting))
  test('the request for a new task', () => expect(readDesktopArguments(['--quick-add']).request).toEqual({ quickAdd: true }))
})

describe("[DT18] the window's place", () => {
  const screen = { x: 0, y: 0, width: 1440, height: 900 }
  const second = { x: 1440, y: 0, width: 1920, height: 1080 }
  test('is kept where it was', () => {
    const bounds = { x: 1500, y: 40, width: 900, height: 700 }
    expect(fitBounds({ bounds }, [screen, second])).toEqual(bounds)
  })
  test('is left to the system when its screen is gone, and never larger than a screen', () => {
    expect(fitBounds({ bounds: { x: 1500, y: 40, width: 3000, height: 2000 } }, [screen])).toEqual({ width: 1440, height: 900 })
    expect(fitBounds({ bounds: { x: 100, y: -400, width: 900, height: 700 } }, [screen])).toEqual({ width: 900, height: 700 })
  })
  test.each([
    { bounds: 'wide' },
    { bounds: {} },
    { bounds: { x: 'a', y: 0, width: null, height: 5 } },
    { bounds: { x: 1e300, y: 0, width: 800, height: 600 } },
    { address: '@example.org/' },
    { address: 7 },
    [],
    'gone',
  ])('of which %j is unreadable counts as not known', (window) => {
    const dir = mkdtempSync(join(tmpdir(), 'tandem-desktop-'))
    writeFileSync(join(dir, 'desktop.json'), JSON.stringify({ window, settings: { keep_running: false } }))
    const file = openDesktopFile(dir)
    rmSync(dir, { recursive: true })
    expect([file.window(), file.settings().keep_running]).toEqual([{}, false])
  })
  test('has a usual size at first, also without a screen', () => {
    expect(fitBounds({}, [screen])).toEqual({ width: 1280, height: 840 })
    expect(fitBounds({}, [])).toEqual({ width: 1280, height: 840 })
  })
})
