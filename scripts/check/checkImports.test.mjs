import { describe, expect, test } from 'vitest'
import { checkImports } from './checkImports.mjs'
import { parseSource } from './syntax.mjs'

const latchkey = 'packages/latchkey/src'

function problemsOf(files) {
  return checkImports(Object.entries(files).map(([path, text]) => parseSource(path, text)))
}

describe('the import table', () => {
  const allowed = [
    ['core/connection/actions/connect.ts', "import { caip } from '@latchkey/wire/caip'"],
    ['services/storage/open.ts', "import { ports } from '../../core/ports.js'"],
    ['connectors/pairing/index.ts', "import { x } from '@latchkey/pairing'"],
    ['families/eip155/adapter.ts', "import { Adapter } from '../shared/adapter.js'"],
    ['families/eip155/bridges/viem.ts', "import { chains } from '../chains.js'"],
    ['families/eip155/transfer.ts', "import { encode } from 'viem'"],
    ['features/send/index.ts', "export const load = () => import('./views/SendView.js')"],
    ['features/send/views/SendView.tsx', "import { Button } from '../../../ui/parts/button.js'"],
    ['ui/mount.tsx', "import { createRoot } from 'react-dom/client'"],
    ['boot/createLatchkey.ts', "export const open = () => import('../ui/mount.js')"],
    ['boot/createLatchkey.ts', "import type { Mount } from '../ui/mount.js'"],
    ['bindings/react/index.ts', "import type { Widget } from '../../core/widget.js'"],
    ['bindings/react/index.ts', "import { limits } from '../../core/limits.js'"],
    ['bindings/element/index.ts', "export const open = () => import('../../ui/mount.sealed.js')"],
    ['exports/index.ts', "export { createLatchkey } from '../boot/createLatchkey.js'"],
    ['core/connect.test.ts', "import { mount } from '../ui/mount.js'"],
  ]
  test.each(allowed)('%s: %s', (path, text) => {
    expect(problemsOf({ [`${latchkey}/${path}`]: text })).toEqual([])
  })

  const forbidden = [
    ['core/widget.ts', "import { mount } from '../ui/mount.js'"],
    ['core/widget.ts', "import type { mount } from '../ui/mount.js'"],
    ['core/widget.ts', "type Mount = import('../ui/mount.js').Mount"],
    ['core/widget.ts', "import { useState } from 'react'"],
    ['services/page/open.ts', "import { connect } from '../../core/connection/actions/connect.js'"],
    ['connectors/login/index.ts', "import { x } from '@latchkey/pairing'"],
    ['connectors/login/index.ts', "import { x } from '../pairing/index.js'"],
    ['families/solana/adapter.ts', "import { chains } from '../eip155/chains.js'"],
    ['features/send/index.ts', "import { Button } from '../../ui/parts/button.js'"],
    ['features/send/views/SendView.tsx', "import { Modal } from '../../../ui/shell/Modal.js'"],
    ['features/send/actions/send.ts', "import { swap } from '../../swap/actions/swap.js'"],
    ['ui/mount.tsx', "export { storage } from '../services/storage/open.js'"],
    ['boot/createLatchkey.ts', "import { mount } from '../ui/mount.js'"],
    ['bindings/react/index.ts', "import { useStore } from '../../ui/hooks/useStore.js'"],
    ['bindings/element/index.ts', "import { useState } from 'react'"],
    ['ui/views/A.tsx', "import { parseCaip } from '@latchkey/wire/caip'"],
    ['extra/index.ts', "import { widget } from '../core/widget.js'"],
    ['boot/createLatchkey.ts', "import { x } from '../../../wire/src/caip.js'"],
  ]
  test.each(forbidden)('not %s: %s', (path, text) => {
    expect(problemsOf({ [`${latchkey}/${path}`]: `\n${text}` })).toEqual([
      expect.stringContaining(`${latchkey}/${path}:2 `),
    ])
  })

  test('wire and parts import no other package', () => {
    const wire = { 'packages/wire/src/caip.ts': "import { x } from '@latchkey/pairing'" }
    const pairing = { 'packages/pairing/src/keys.ts': "import { x } from 'latchkey'" }
    expect(problemsOf(wire)).toHaveLength(1)
    expect(problemsOf(pairing)).toHaveLength(1)
  })

  test('an app reaches packages by name, not by path', () => {
    const path = 'apps/demo/src/pages/main.ts'
    expect(problemsOf({ [path]: "import { x } from 'latchkey'" })).toEqual([])
    expect(problemsOf({ [path]: "import { x } from './page.js'" })).toEqual([])
    expect(
      problemsOf({ [path]: "import '../../../packages/latchkey/src/boot/x.js'" }),
    ).toHaveLength(1)
  })
})

describe('the import table of apps', () => {
  const allowed = [
    ['provider/src/routes/account/balance.ts', "import { x } from '../../sources/balance/x.js'"],
    ['provider/src/nodes/createNodes.ts', "import { systemClock } from '../clock.js'"],
    ['provider/src/http/call.ts', "import { x } from '@latchkey/wire/http/endpoint'"],
    ['provider/src/store/openDatabase.ts', "import postgres from 'postgres'"],
    ['provider/src/server.ts', "export const open = () => import('./compose/startApi.js')"],
    ['provider/src/mail/mail.test.ts', "import { x } from '@latchkey/dev-stack/startInbox'"],
    [
      'provider/src/login/email/email.fixture.ts',
      "import { x } from '@latchkey/dev-stack/startInbox'",
    ],
    ['provider/src/testing/social.ts', "import { x } from '@latchkey/dev-stack/startIdentity'"],
    ['dev-stack/src/inbox/startInbox.ts', "import { listen } from '@latchkey/provider/listen'"],
    [
      'login/src/methods/rpcRequest.ts',
      "export const ask = () => import('../approve/assessRisk.js')",
    ],
    ['login/src/vault/shares.ts', "import type { Session } from '../session/sessions.js'"],
    ['demo/src/pages/main.tsx', "import { createLatchkey } from 'latchkey'"],
    ['sample-wallet/src/phone/main.ts', "import { x } from '@latchkey/pairing'"],
  ]
  test.each(allowed)('allows %s: %s', (path, text) => {
    expect(problemsOf({ [`apps/${path}`]: text })).toEqual([])
  })

  const forbidden = [
    ['provider/src/mail/mailer.ts', "import { x } from '@latchkey/dev-stack/startInbox'"],
    ['provider/src/server.ts', "export const x = () => import('@latchkey/dev-stack/startInbox')"],
    ['provider/src/nodes/createNodes.ts', "import { x } from '../api/createApi.js'"],
    ['provider/src/sources/names/x.ts', "import { x } from '../../routes/profile/x.js'"],
    ['provider/src/routes/price/x.ts', "import { x } from '../account/x.js'"],
    ['provider/src/errors/ApiError.ts', "import { x } from '../http/answer.js'"],
    ['provider/src/login/email/codes.ts', "import { x } from '../wallet/Wallets.js'"],
    ['provider/src/http/answer.ts', "import postgres from 'postgres'"],
    ['provider/src/server.ts', "import { startApi } from './compose/startApi.js'"],
    ['provider/src/mail/mailer.ts', "import { x } from '../testing/handClock.js'"],
    ['provider/src/mail/mailer.ts', "import { x } from './mailer.fixture.js'"],
    ['provider/src/misc/index.ts', "import { x } from '../log.js'"],
    ['dev-stack/src/inbox/startInbox.ts', "import { x } from '../evm/startAnvil.js'"],
    ['login/src/vault/shares.ts', "import { x } from '../session/sessions.js'"],
    ['login/src/code/CodeScreen.tsx', "import { h } from 'preact'"],
    ['login/src/guard/useGuard.ts', "import { x } from '../approve/assessRisk.js'"],
    ['demo/src/configuration/shape.ts', "import { x } from '../pages/main.js'"],
    ['sample-wallet/src/chain/rpc.ts', "import { x } from '../wallet/main.js'"],
    ['unlisted/src/folder/main.ts', "import { x } from './page.js'"],
  ]
  test.each(forbidden)('refuses %s: %s', (path, text) => {
    expect(problemsOf({ [`apps/${path}`]: `\n${text}` })).toEqual([
      expect.stringContaining(`apps/${path}:2 `),
    ])
  })
})

describe('cycles', () => {
  const cycle = (form) => ({
    [`${latchkey}/core/a.ts`]: "import { b } from './b.js'",
    [`${latchkey}/core/b.ts`]: "export { c } from './c.js'",
    [`${latchkey}/core/c.ts`]: form,
  })

  test('values that import each other in a circle are reported once', () => {
    const problems = problemsOf(cycle("import { a } from './a.js'"))
    expect(problems).toHaveLength(1)
    expect(problems[0]).toContain('core/a.ts → ')
  })

  test('ignores types and lazy imports', () => {
    expect(problemsOf(cycle("import type { a } from './a.js'"))).toEqual([])
    expect(problemsOf(cycle("export const a = () => import('./a.js')"))).toEqual([])
  })
})

describe('cycles between folders', () => {
  const sources = 'apps/provider/src/sources'
  const circle = (form) => ({
    [`${sources}/nfts/list.ts`]: "import { read } from '../history/read.js'",
    [`${sources}/nfts/metadata.ts`]: 'export const load = 1',
    [`${sources}/history/read.ts`]: 'export const read = 1',
    [`${sources}/history/describe.ts`]: form,
  })

  test('rejects folders that import each other although no file does', () => {
    expect(problemsOf(circle("import { load } from '../nfts/metadata.js'"))).toEqual([
      `These folders import each other in a circle: ${sources}/nfts → ${sources}/history → ${sources}/nfts`,
    ])
  })

  test('rejects a folder and a file next to it that import each other', () => {
    const problems = problemsOf({
      [`${sources}/createSources.ts`]: "import { read } from './history/read.js'",
      [`${sources}/history/read.ts`]: "import { page } from './page.js'",
      [`${sources}/history/page.ts`]: 'export const page = 1',
      [`${sources}/history/describe.ts`]: "import { x } from '../createSources.js'",
    })
    expect(problems).toEqual([expect.stringContaining('These folders import each other')])
  })

  test("rejects domains of core whose state imports each other's, unless actions do", () => {
    const openModal = "import { openModal } from '../../modal/actions/openModal.js'"
    const domains = (path) => ({
      [`${latchkey}/core/modal/actions/openModal.ts`]: "import { store } from '../store.js'",
      [`${latchkey}/core/modal/store.ts`]: "import { accounts } from '../connection/accounts.js'",
      [`${latchkey}/core/connection/accounts.ts`]: 'export const accounts = 1',
      [`${latchkey}/core/connection/${path}`]: openModal,
    })
    expect(problemsOf(domains('actions/connect.ts'))).toEqual([])
    expect(problemsOf(domains('effects/reconnect.ts'))).toEqual([])
    expect(problemsOf(domains('session/store.ts'))).toEqual([
      `These folders import each other in a circle: ${latchkey}/core/modal → ${latchkey}/core/connection → ${latchkey}/core/modal`,
    ])
  })

  test('counts neither types, lazy imports nor tests', () => {
    expect(problemsOf(circle("import type { load } from '../nfts/metadata.js'"))).toEqual([])
    expect(problemsOf(circle("export const x = () => import('../nfts/metadata.js')"))).toEqual([])
    const files = circle('export {}')
    files[`${sources}/history/read.test.ts`] = "import { load } from '../nfts/metadata.js'"
    expect(problemsOf(files)).toEqual([])
  })
})

test('rejects meaningless names of files and folders', () => {
  expect(problemsOf({ [`${latchkey}/core/utils.ts`]: 'export {}' })).toHaveLength(1)
  expect(problemsOf({ 'apps/demo/src/helpers/page.ts': 'export {}' })).toHaveLength(1)
  expect(problemsOf({ [`${latchkey}/core/prototypes.ts`]: 'export {}' })).toEqual([])
})
