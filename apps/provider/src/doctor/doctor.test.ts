import { once } from 'node:events'
import { createServer as createHttpServer, type IncomingMessage } from 'node:http'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { startInbox } from '@latchkey/dev-stack/startInbox'
import { afterEach, describe, expect, it } from 'vitest'
import { nodeFaults, startScriptedNode } from '../../reliability/scriptedNode.mjs'
import type { Config } from '../config/Config.js'
import { readConfig } from '../config/readConfig.js'
import type { ChainSettings } from '../nodes/ChainSettings.js'
import { OutboundError } from '../outbound/OutboundError.js'
import { longTimeoutClock } from '../testing/longTimeoutNodes.js'
import { chainChecks } from './chains.js'
import { runDoctor } from './runDoctor.js'

const secret = 'do-not-print'
const deadUrl = 'http://127.0.0.1:9'
const patience = { clock: longTimeoutClock, timeoutMs: 90_000 }

const stops: (() => unknown)[] = []
afterEach(async () => {
  await Promise.all(stops.splice(0).map((stop) => stop()))
})

function configOf(more: Partial<Config>): Config {
  return { ...readConfig([], {}), ...more }
}

async function diagnose(more: Partial<Config>, options = patience) {
  const { lines, isHealthy } = await runDoctor(configOf(more), options)
  const text = lines.join('\n')
  expect(text).not.toContain(secret)
  return { text, isHealthy }
}

const head = () => ({
  number: '0x10',
  timestamp: `0x${Math.floor(Date.now() / 1_000).toString(16)}`,
})
const answers = {
  eth_chainId: '0x1',
  eth_getBlockByNumber: head,
  eth_getLogs: [],
  eth_getCode: '0x60',
}

async function startNode(fault?: string, more: Record<string, unknown> = {}) {
  const node = await startScriptedNode({ answers: { ...answers, ...more }, fault })
  stops.push(node.stop)
  return `${node.url}/${secret}`
}

const contract = `0x${'1'.repeat(40)}`
const chainOver = (upstreams: readonly string[], more: Partial<ChainSettings> = {}) => ({
  id: 'eip155:1' as const,
  name: 'Ethereum',
  isTestnet: false,
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  upstreams,
  tokens: [],
  multicall: contract,
  ...more,
})

/** Answers every request with a status and a body. */
async function startService(
  answer: (request: IncomingMessage) => readonly [status: number, body: unknown],
): Promise<string> {
  const server = createHttpServer((request, response) => {
    request.resume().on('end', () => {
      const [status, body] = answer(request)
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(typeof body === 'string' ? body : JSON.stringify(body))
    })
  })
  return `http://${await listen(server)}/`
}

async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  stops.push(() => server.close())
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

describe('doctor', () => {
  it('says what is off without any settings, and is content', async () => {
    const { text, isHealthy } = await diagnose({})
    expect(isHealthy).toBe(true)
    for (const subject of ['chains', 'indexes', 'swaps', 'onramp', 'mail', 'social']) {
      expect(text).toMatch(new RegExp(`^off +${subject} `, 'm'))
    }
  })

  it('names chains that the settings switch off', async () => {
    const { text, isHealthy } = await diagnose({ removedChains: ['eip155:100'] })
    expect(text).toMatch(/^off +eip155:100 +Switched off by removedChains\./m)
    expect(isHealthy).toBe(true)
  })

  it('is content with a chain whose node works', async () => {
    const { text, isHealthy } = await diagnose({ chains: [chainOver([await startNode()])] })
    expect(text).toMatch(/works +eip155:1 +Ethereum: node 127\.0\.0\.1:\d+ works\./)
    expect(text).toContain('no price source')
    expect(isHealthy).toBe(true)
  })

  it.each<[string, RegExp]>([
    ['refused', /cannot be reached/],
    ['status 429', /too many requests|status 429/],
    ['status 500', /status 500/],
    ['HTML', /did not respond with JSON/],
    ['truncated JSON', /did not respond with JSON|cannot be reached/],
    ['another chain', /serves another chain/],
  ])('names a node that fails: %s', async (fault, reason) => {
    expect(nodeFaults).toContain(fault)
    const [bad, good] = [await startNode(fault), await startNode()]
    const { text, isHealthy } = await diagnose({ chains: [chainOver([bad, good])] })
    expect(text).toMatch(new RegExp(`BROKEN +eip155:1 .*${reason.source}`))
    expect(text).toMatch(/works +eip155:1/)
    expect(text).not.toContain('no node works')
    expect(isHealthy).toBe(false)
  })

  it('ends a check of a node that never answers', async () => {
    const chains = [chainOver([await startNode('stalled headers')])]
    const { text } = await diagnose({ chains }, {
      ...patience,
      clock: undefined,
      timeoutMs: 500,
    } as never)
    expect(text).toMatch(/BROKEN +eip155:1/)
  })

  it.each([
    [
      'has no logs',
      {
        eth_getLogs: () => {
          throw { code: -32005, message: 'no' }
        },
      },
      'limited',
    ],
    ['is behind', { eth_getBlockByNumber: { number: '0x10', timestamp: '0x1' } }, 'limited'],
    ['lacks Multicall3', { eth_getCode: '0x' }, 'BROKEN '],
  ])('tells when a node %s', async (_, more, status) => {
    const { text, isHealthy } = await diagnose({
      chains: [chainOver([await startNode(undefined, more)])],
    })
    expect(text).toMatch(new RegExp(`${status} +eip155:1`))
    expect(isHealthy).toBe(status !== 'BROKEN ')
  })

  it('blames a public node of a preset only if none is left', async () => {
    const config = readConfig(['--preset', 'mainnet'], {})
    const chain = config.chains[0] as ChainSettings
    const [first] = chain.upstreams
    const statuses = async (isUp: (url: string) => boolean) => {
      const http = {
        async send(url: string, { body = '' }: { readonly body?: string }) {
          if (!isUp(url)) throw new OutboundError('unreachable', 'Gone.')
          const { id, method } = JSON.parse(body) as { id: number; method: keyof typeof answers }
          const known = answers[method]
          const result = typeof known === 'function' ? known() : known
          const text = JSON.stringify({ jsonrpc: '2.0', id, result })
          return { status: 200, headers: {}, bytes: new TextEncoder().encode(text) }
        },
      }
      const parts = { config: { ...config, chains: [chain] }, http, clock: longTimeoutClock }
      const [check] = chainChecks(parts)
      const findings = await check?.run(new AbortController().signal)
      return new Set(findings?.map(({ status }) => status))
    }
    expect(await statuses((url) => url !== first)).toEqual(new Set(['limited', 'works']))
    expect(await statuses(() => false)).toEqual(new Set(['limited', 'broken']))
  })

  it.each<[string, readonly [number, unknown], string]>([
    ['a price', [200, { coins: { eth: { price: 2_000 } } }], 'works  '],
    ['no price', [200, { coins: {} }], 'BROKEN '],
    ['a limit', [429, ''], 'BROKEN '],
    ['HTML', [200, '<html>'], 'BROKEN '],
  ])('judges a price source that answers with %s', async (_, answer, status) => {
    const url = await startService(() => answer)
    const prices = { kind: 'http', url: `${url}${secret}/`, chain: 'x', native: 'eth' } as const
    const { text, isHealthy } = await diagnose({
      chains: [chainOver([await startNode()], { prices })],
    })
    expect(text).toMatch(new RegExp(`${status} +eip155:1 +Ethereum: prices of 127`))
    expect(isHealthy).toBe(status === 'works  ')
  })

  it.each<[string, readonly [number, unknown], string, RegExp]>([
    ['an unknown code', [400, { error: 'invalid_grant' }], 'works  ', /knows the client/],
    ['an unknown client', [401, { error: 'invalid_client' }], 'BROKEN ', /refuses the client id/],
    [
      'its own client error',
      [200, { error: 'incorrect_client_credentials' }],
      'BROKEN ',
      /refuses/,
    ],
    ['another redirect', [400, { error: 'redirect_uri_mismatch' }], 'BROKEN ', /Register http/],
    ['a fault', [503, 'down'], 'BROKEN ', /No log-in/],
  ])('judges a social log-in that answers with %s', async (_, answer, status, reason) => {
    const server = (await startService(() => answer)).replace(/\/$/, '')
    const github = { clientId: 'client', clientSecret: secret, server }
    const { text, isHealthy } = await diagnose({ social: { github } })
    expect(text).toMatch(new RegExp(`${status} +github .*${reason.source}`))
    expect(isHealthy).toBe(status === 'works  ')
  })

  it('connects to the mail server, but sends nothing', async () => {
    const inbox = await startInbox()
    stops.push(inbox.stop)
    const { text } = await diagnose({ mail: { url: inbox.smtpUrl, from: 'login@site.example' } })
    expect(text).toMatch(/works +mail/)
    const { messages } = (await (await fetch(new URL('/messages', inbox.url))).json()) as {
      messages: unknown[]
    }
    expect(messages).toHaveLength(0)
  })

  it.each<[string, readonly string[], RegExp]>([
    ['refuses the password', ['250-mail\r\n250 AUTH PLAIN', '535 no'], /refuses the user name/],
    [
      'speaks something else',
      ['500 what?', '500 what?', '500 what?'],
      /cannot be reached, or does/,
    ],
  ])('tells when the mail server %s', async (_, replies, reason) => {
    const rest = [...replies]
    const server = createServer((socket) => {
      socket.on('error', () => {})
      socket.write('220 mail\r\n')
      socket.on('data', () => socket.write(`${rest.shift() ?? '221 bye'}\r\n`))
    })
    const url = `smtp://user:${secret}@${await listen(server)}`
    const { text, isHealthy } = await diagnose({ mail: { url, from: 'login@site.example' } })
    expect(text).toMatch(new RegExp(`BROKEN +mail .*${reason.source}`))
    expect(isHealthy).toBe(false)
  })

  it('names services that refuse a key', async () => {
    const url = (await startService(() => [401, { error: secret }])).replace(/\/$/, '')
    const token = { address: contract, name: 'Dollar', symbol: 'USD', decimals: 6 }
    const { text } = await diagnose({
      chains: [chainOver([await startNode()], { tokens: [token] })],
      aggregators: [{ driver: '1inch', keyFile: 'x', key: secret, url, version: '6.1' }],
      onramp: { driver: 'meld', apiKey: secret, apiUrl: url },
    })
    expect(text).toMatch(/BROKEN +1inch .*refuses the key/)
    expect(text).toMatch(/BROKEN +meld /)
  })

  it.each<[string, Record<string, unknown>, string, RegExp]>([
    [
      'works',
      { eth_getBalance: '0xf4240' },
      'works  ',
      /0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf pays/,
    ],
    ['has few coins', { eth_getBalance: '0x1' }, 'BROKEN ', /0x7E5F\w+ has 0\.0+1 ETH, too little/],
    ['has no coins', { eth_getBalance: '0x0' }, 'BROKEN ', /send ETH to 0x7E5F/],
    ['has no entry point', { eth_getBalance: '0x1', eth_getCode: '0x' }, 'BROKEN ', /not at 0x/],
  ])('tells when the bundler %s', async (_, more, status, reason) => {
    const node = await startNode(undefined, { eth_gasPrice: '0x1', ...more })
    const executorKey: `0x${string}` = `0x${'1'.padStart(64, '0')}`
    const { text } = await diagnose({
      chains: [chainOver([node])],
      bundler: { chains: ['eip155:1'], executorKey },
    })
    expect(text).toMatch(new RegExp(`${status} +bundler .*${reason.source}`))
    expect(text).not.toContain(executorKey.slice(2))
  })

  it.each<[string, number, unknown, RegExp]>([
    [
      'works',
      200,
      { status: '0', message: 'No transactions found', result: [] },
      /works +etherscan +Indexes Ethereum/,
    ],
    [
      'refuses the key',
      200,
      { status: '0', message: 'NOTOK', result: `Invalid API Key ${secret}` },
      /BROKEN +etherscan .*refuses the key/,
    ],
    ['has too many calls', 429, secret, /BROKEN +etherscan .*too many requests/],
    [
      'lacks the chain',
      200,
      { status: '0', message: 'NOTOK', result: 'Free API access is not supported for this chain' },
      /limited +etherscan +Not Ethereum/,
    ],
    [
      'answers with HTML',
      200,
      `<html>${secret}</html>`,
      /BROKEN +etherscan .*not what it documents/,
    ],
    ['is down', 503, secret, /BROKEN +etherscan .*does not answer/],
  ])('judges an index that %s', async (_, status, body, line) => {
    const url = await startService(() => [status, body])
    const common = { url, key: secret, chains: ['eip155:1' as const], perSecond: 1_000 }
    const { text } = await diagnose({
      chains: [chainOver([await startNode()])],
      indexes: [{ ...common, driver: 'etherscan' }],
    })
    expect(text).toMatch(line)
  })

  it('names a database that cannot be reached', async () => {
    const { text, isHealthy } = await diagnose({
      databaseUrl: `postgres://user:${secret}@127.0.0.1:9/provider`,
    })
    expect(text).toMatch(/BROKEN +database .*127\.0\.0\.1:9 cannot be reached/)
    expect(isHealthy).toBe(false)
  })

  it.each([
    [200, 'works  '],
    [404, 'BROKEN '],
  ])('judges an IPFS gateway that answers with %i', async (answer, status) => {
    const ipfsGateway = await startService(({ url }) => [
      url?.startsWith('/ipfs/') ? answer : 500,
      '',
    ])
    expect((await diagnose({ ipfsGateway })).text).toMatch(new RegExp(`${status} +ipfs`))
  })

  it('only wonders about a public address that does not answer yet', async () => {
    const { text, isHealthy } = await diagnose({ publicUrl: deadUrl })
    expect(text).toMatch(/limited +api .*is it started/)
    expect(isHealthy).toBe(true)
  })
})
