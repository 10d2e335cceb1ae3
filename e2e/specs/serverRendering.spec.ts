import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from '@playwright/test'

const program = `
  import { createElement } from 'react'
  import { renderToString } from 'react-dom/server'
  import { createLatchkey, LatchkeyButton, LatchkeyProvider, useAccount, useNetwork } from 'latchkey/react'
  import { eip155 } from 'latchkey/eip155'
  import { mainnet } from 'latchkey/networks'

  const latchkey = createLatchkey({ projectId: 'server', networks: [mainnet], families: [eip155()] })
  function Page() {
    return createElement('p', null, useAccount().status, ' ', String(useNetwork().chainId))
  }
  const page = createElement(LatchkeyButton, { label: 'Enter', disabled: true })
  console.log(renderToString(
    createElement(LatchkeyProvider, { latchkey }, page, createElement(Page)),
  ))
  await latchkey.ready()
`

test('the React parts render on a server, and the process ends', async () => {
  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '--eval', program],
    { cwd: import.meta.dirname, env: { ...process.env, NODE_ENV: 'production' } },
  )
  expect(stderr).toBe('')
  expect(stdout.replaceAll('<!-- -->', '').trim()).toBe(
    '<latchkey-button label="Enter" disabled=""></latchkey-button><p>disconnected undefined</p>',
  )
})

test('every other door can be imported on a server', async () => {
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
