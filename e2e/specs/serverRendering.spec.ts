import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { eip155 } from 'latchkey/eip155'
import { mainnet } from 'latchkey/networks'
import { createLatchkey } from 'latchkey/react'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from '../fixtures/site.js'
import { HydratedApp } from '../pages/hydratedApp.js'

const program = `
  import { createElement } from 'react'
  import { renderToString } from 'react-dom/server'
  import { createLatchkey, LatchkeyButton, LatchkeyProvider, useLatchkeyAccount, useLatchkeyNetwork } from 'latchkey/react'
  import { eip155 } from 'latchkey/eip155'
  import { mainnet } from 'latchkey/networks'

  const latchkey = createLatchkey({ projectId: 'server', networks: [mainnet], families: [eip155()] })
  function Page() {
    return createElement('p', null, useLatchkeyAccount().status, ' ', String(useLatchkeyNetwork().chainId))
  }
  const page = createElement(LatchkeyButton, { label: 'Enter', disabled: true })
  console.log(renderToString(
    createElement(LatchkeyProvider, { latchkey }, page, createElement(Page)),
  ))
  await latchkey.ready()
`

test('renders the React components on a server', async () => {
  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '--eval', program],
    { cwd: import.meta.dirname, env: { ...process.env, NODE_ENV: 'production' } },
  )
  expect(stderr).toBe('')
  expect(stdout.replaceAll('<!-- -->', '').trim()).toBe(
    '<latchkey-button label="Enter" disabled=""></latchkey-button><p>connecting undefined</p>',
  )
})

test('imports every other entry point on a server', async () => {
  const doors = [
    'latchkey',
    'latchkey/eip155',
    'latchkey/networks',
    'latchkey/errors',
    'latchkey/html',
  ]
  const imports = doors.map((door) => `await import('${door}')`).join(';')
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '--eval', `${imports};console.log('fine')`],
    { cwd: import.meta.dirname },
  )
  expect(stdout.trim()).toBe('fine')
})

/** Inserts the server's HTML, which the browser then hydrates. */
async function renderOnServer(page: Page) {
  const latchkey = createLatchkey({
    projectId: 'server',
    networks: [mainnet],
    families: [eip155()],
  })
  const app = renderToString(createElement(HydratedApp, { latchkey, onStatus: () => undefined }))
  // Browsers require this header of pages that call local addresses.
  await page.context().grantPermissions(['local-network-access'])
  await page.route('**/hydrated.html', async (route) => {
    const response = await route.fetch()
    const html = await response.text()
    await route.fulfill({ response, body: html.replace('<div id="app">', (tag) => tag + app) })
  })
}

const statuses = (page: Page) => page.evaluate(() => window.statuses)

test('a hydrated page with a stored connection is never disconnected', async ({ site, page }) => {
  await renderOnServer(page)
  const tab = await site.open({ page: 'hydrated' })
  await tab.connect()
  await page.reload()
  await expect(page.getByTestId('status')).toHaveText('connected')
  expect(await statuses(page)).toEqual(['connecting', 'connected'])
})

test('a hydrated page without a stored connection is disconnected after its first render', async ({
  site,
  page,
}) => {
  await renderOnServer(page)
  await site.open({ page: 'hydrated' })
  await expect(page.getByTestId('status')).toHaveText('disconnected')
  expect(await statuses(page)).toEqual(['connecting', 'disconnected'])
})
