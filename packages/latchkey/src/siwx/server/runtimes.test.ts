import { fileURLToPath } from 'node:url'
import { createContext, runInContext } from 'node:vm'
import { formatSiwxMessage, type SiwxMessage } from '@latchkey/wire/siwx'
import { build } from 'vite'
import { beforeAll, expect, test } from 'vitest'
import { siwxAccounts } from '../../../fixtures/siwxAccounts.js'
import type * as server from '../../exports/siwx/server.js'

/** What Node, Bun, Deno and workers have in common, apart from the language itself. */
const webGlobals = { crypto, fetch, URL, TextEncoder, TextDecoder, AbortSignal, AbortController }

let code: string
beforeAll(async () => {
  const entry = fileURLToPath(new URL('../../exports/siwx/server.ts', import.meta.url))
  const built = await build({
    configFile: false,
    logLevel: 'error',
    resolve: { conditions: ['latchkey-source', 'module', 'import', 'default'] },
    build: {
      write: false,
      lib: { entry, formats: ['iife'], name: 'server' },
      rolldownOptions: { output: { codeSplitting: false } },
    },
  })
  const [{ output } = { output: [] }] = built as { output: readonly { code: string }[] }[]
  expect(output).toHaveLength(1)
  code = output[0]?.code ?? ''
}, 60_000)

/** The bundle as a runtime loads it that has these globals and no modules of Node. */
function load(globals: object): typeof server {
  return runInContext(`${code};server`, createContext(globals))
}

test.each(siwxAccounts)('verifies $chainId with nothing but the web platform', async (account) => {
  const { createNonce, verify } = load({ ...webGlobals })
  const nonce = createNonce()
  const { chainId, accountAddress, sign } = account
  const fields: SiwxMessage = {
    ...{ chainId, accountAddress, nonce, domain: 'shop.example', uri: 'https://shop.example/' },
    ...{
      version: '1',
      issuedAt: new Date().toISOString(),
      statement: 'Welcome. '.repeat(20).trim(),
    },
  }
  const message = formatSiwxMessage(fields)
  const signed = { message, signature: sign(message), nonce, domain: 'shop.example' }
  expect(await verify(signed)).toMatchObject({ ok: true, address: accountAddress })
  expect(await verify({ ...signed, nonce: createNonce() })).toEqual({
    ok: false,
    reason: 'wrong-nonce',
  })
})

test('control: fails where a global is missing', () => {
  expect(load({ ...webGlobals, crypto: undefined }).createNonce).toThrow()
})
