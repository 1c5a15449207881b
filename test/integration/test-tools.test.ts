// What the tests themselves need: which browser they find on whose machine, and what they say when they find none.
import { expect, test } from 'vitest'
import { installedBrowsers, type Machine } from '../../scripts/installed-browsers.ts'
import { skipReasons } from '../support/closing-line.ts'

const machine = (there: string[], more: Partial<Machine> = {}): Machine => ({
  platform: 'linux',
  env: { PATH: '/usr/local/bin:/usr/bin' },
  home: '/home/ana',
  exists: (path) => there.includes(path),
  playwright: '/cache/chromium-1/chrome',
  ...more,
})

test.each<[string, Machine, string[]]>([
  ['nothing is installed', machine([]), []],
  ['$CHROME alone counts, also when it is wrong', machine(['/usr/bin/chromium'], { env: { CHROME: '/opt/mine', PATH: '/usr/bin' } }), ['/opt/mine']],
  [
    "the system's first, Playwright's own last",
    machine(['/cache/chromium-1/chrome', '/usr/bin/microsoft-edge', '/usr/local/bin/google-chrome', '/usr/bin/chromium']),
    ['/usr/bin/chromium', '/usr/local/bin/google-chrome', '/usr/bin/microsoft-edge', '/cache/chromium-1/chrome'],
  ],
  ["only Playwright's", machine(['/cache/chromium-1/chrome']), ['/cache/chromium-1/chrome']],
  ['Playwright knows none for this platform', machine([], { playwright: undefined }), []],
  ['a PATH without /usr/bin', machine(['/usr/bin/chromium'], { env: {} }), ['/usr/bin/chromium']],
  [
    "macOS, also the person's own",
    machine(['/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge', '/home/ana/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'], {
      platform: 'darwin',
    }),
    ['/home/ana/Applications/Google Chrome.app/Contents/MacOS/Google Chrome', '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge'],
  ],
  [
    'Windows',
    machine(['C:\\x86\\Microsoft\\Edge\\Application\\msedge.exe'], { platform: 'win32', env: { 'PROGRAMFILES(X86)': 'C:\\x86' } }),
    ['C:\\x86\\Microsoft\\Edge\\Application\\msedge.exe'],
  ],
])('[N2] whole browsers: %s', (_, here, found) => {
  expect(installedBrowsers(here)).toEqual(found)
})

test('[N2] each reason for which tests are skipped is said once, with their number', () => {
  expect(
    skipReasons([
      { name: 'one', note: 'no whole browser' },
      { name: 'two', note: 'no whole browser' },
      { name: 'a keyring (skipped: dbus-run-session not installed) > locked', note: undefined },
      { name: 'not chosen by -t', note: undefined },
    ]),
  ).toEqual(['2 skipped: no whole browser', '1 skipped: dbus-run-session not installed', '1 skipped: not asked for (or no reason is given)'])
})
