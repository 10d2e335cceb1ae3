import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Inbox, startInbox } from '@latchkey/dev-stack/startInbox'
import { type LocalEvm, startLocalEvm } from '@latchkey/dev-stack/startLocalEvm'
import { depositFeature, payFeature } from '@latchkey/wire/http/pay'
import { emailCaptureFeature, signInFeature } from '@latchkey/wire/http/signIn'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSignInKeys } from '../keys/secrets.js'
import { createEvmWallet } from '../sources/signIn/wallets.fixture.js'
import type { Database } from '../store/openDatabase.js'
import { createProjectStore } from '../store/projects.js'
import { openTemporaryDatabase } from '../testing/temporaryDatabase.js'
import { type RunningApi, startApi } from './startApi.js'

/**
 * Requests as AppKit 1.7.13 and 1.8.24 send them, against the whole API: a site may point them at this
 * provider before it changes its pages.
 */

const site = 'https://shop.example'
const stranger = 'https://evil.example'
const projectId = 'my-shop'
/** What a browser sends for a body without a content type. */
const asText = { 'content-type': 'text/plain;charset=UTF-8' }
const asJson = { 'content-type': 'application/json' }

let chain: LocalEvm
let inbox: Inbox
let database: Database
let api: RunningApi
let account: string
let imagesDir: string
const png = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

beforeAll(async () => {
  ;[chain, database, inbox] = await Promise.all([
    startLocalEvm({ chainId: 1 }),
    openTemporaryDatabase(),
    startInbox(),
  ])
  account = String(chain.accounts[0]?.address)
  const store = createProjectStore(database.sql)
  await store.create({ id: projectId, name: 'Shop', allowedOrigins: [site] })
  const features = [
    ...['social_login', 'swap', 'onramp', 'activity'].map((id) => [id, []] as const),
    ...[signInFeature, emailCaptureFeature, payFeature, depositFeature].map(
      (id) => [id, []] as const,
    ),
  ].map(([id, config]) => ({ id, isEnabled: true, config: [...config] }))
  await store.change(projectId, { features })
  const sandbox = {
    driver: 'sandbox' as const,
    chains: ['eip155:1'] as 'eip155:1'[],
    treasuryKey: chain.faucet.privateKey,
  }
  imagesDir = await mkdtemp(join(tmpdir(), 'latchkey-images-'))
  await mkdir(join(imagesDir, 'assets'))
  for (const [index, name] of ['eip155-1', 'eip155-8453', 'walletConnect'].entries()) {
    await writeFile(join(imagesDir, 'assets', `${name}.png`), Uint8Array.from([...png, index]))
  }
  api = await startApi({
    port: 0,
    database,
    imagesDir,
    signInKeys: openSignInKeys(imagesDir),
    hashKey: randomBytes(32),
    mail: { url: inbox.smtpUrl, from: 'Shop <login@login.example>' },
    chains: [chain.settings],
    onramp: sandbox,
    pay: sandbox,
    bundler: { chains: ['eip155:1'], executorKey: chain.executor.privateKey },
    socials: ['google', 'github'],
  })
})
afterAll(async () => {
  await api?.stop()
  await Promise.all([chain?.stop(), database?.stop(), inbox?.stop()])
  await rm(imagesDir, { recursive: true, force: true })
})

async function send(
  method: string,
  path: string,
  {
    origin = site,
    project = projectId,
    headers = {},
    body,
  }: {
    readonly origin?: string
    readonly project?: string | null
    readonly headers?: Readonly<Record<string, string>>
    readonly body?: unknown
  } = {},
) {
  const url = new URL(path, api.url)
  if (project !== null) url.searchParams.set('projectId', project)
  url.searchParams.set('st', 'appkit')
  url.searchParams.set('sv', 'react-wagmi-1.8.24')
  const response = await fetch(url, {
    method,
    headers: { origin, ...headers },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  return {
    status: response.status,
    headers: response.headers,
    get json() {
      return JSON.parse(text)
    },
  }
}

const readableBy = (headers: Headers) => headers.get('access-control-allow-origin')

describe('the wallet list', () => {
  const foreign =
    'ton:-239,tron:0x2b6653dc,stellar:pubnet,sui:mainnet,hedera:mainnet,near:mainnet,cardano:mainnet,xrpl:0,starknet:SN_MAIN,algorand:wGHE2Pwdvd7S12BL5FaOP20EGYesN73k,tezos:NetXdQprcVkpaWU,not-a-chain'

  it('ignores unknown chains and sends at most a page', async () => {
    const chains = `eip155:1,${foreign}`
    const query = `page=1&entries=400&chains=${encodeURIComponent(chains)}`
    const { status, json } = await send('GET', `/getWallets?${query}`)
    expect(status).toBe(200)
    expect(json.data.length).toBeGreaterThan(0)
    expect(json.data.length).toBeLessThanOrEqual(100)
    const plain = await send('GET', '/getWallets?page=1&entries=100&chains=eip155:1')
    expect(json).toEqual(plain.json)
  })

  it('has no wallet for unknown chains alone', async () => {
    const { status, json } = await send('GET', `/getWallets?chains=${encodeURIComponent(foreign)}`)
    expect(status).toBe(200)
    expect(json.count).toBeLessThan((await send('GET', '/getWallets')).json.count)
  })
})

describe('images', () => {
  it.each([
    ['Ethereum', 'ba0ba0cd-17c6-4806-ad93-f9d174f17900', 'eip155-1'],
    ['Base', '7289c336-3981-4081-c5f4-efc26ac64a00', 'eip155-8453'],
    ['pairing', 'ef1a1fcf-7fe8-4d69-bd6d-fda1345b4400', 'walletConnect'],
  ])('has the fixed id of %s', async (_, id, own) => {
    const read = async (name: string) => {
      const response = await fetch(`${api.url}/public/getAssetImage/${name}?projectId=${projectId}`)
      expect(response.status).toBe(200)
      expect(response.headers.get('content-type')).toMatch(/^image\//)
      expect(readableBy(response.headers)).toBe('*')
      return Buffer.from(await response.arrayBuffer()).toString('base64')
    }
    expect(await read(id)).toBe(await read(own))
  })
})

describe('a call that names no project', () => {
  const registration = {
    coin_type: 2147483649,
    address: '0x1111111111111111111111111111111111111111',
    message: '{}',
    signature: '0x00',
  }

  it('belongs to the one project that allows its site', async () => {
    const call = { project: null, headers: asText, body: registration }
    const { status, headers, json } = await send('POST', '/v1/profile/account', call)
    expect(status).toBe(400)
    expect(json.reasons[0].field).not.toBe('projectId')
    expect(readableBy(headers)).toBe(site)
  })

  it('is rejected without such a project, and when there are two', async () => {
    const call = { project: null, headers: asJson, body: registration }
    const unknown = await send('POST', '/v1/profile/account', { ...call, origin: stranger })
    expect(unknown).toMatchObject({ status: 401, json: { reasons: [{ field: 'projectId' }] } })
    const store = createProjectStore(database.sql)
    const shared = 'https://shared.example'
    for (const id of ['one', 'two']) await store.create({ id, name: id, allowedOrigins: [shared] })
    const ambiguous = () => send('POST', '/v1/profile/account', { ...call, origin: shared })
    await expect
      .poll(
        async () =>
          (await send('GET', '/appkit/v1/config', { origin: shared, project: 'two' })).status,
      )
      .toBe(200)
    expect((await ambiguous()).status).toBe(401)
  })
})

describe('bodies as text', () => {
  const order = {
    destinationWallets: [{ address: '', blockchains: ['ethereum'], assets: ['ETH'] }],
    partnerUserId: '',
    defaultNetwork: 'ethereum',
    defaultExperience: 'buy',
    presetFiatAmount: 50,
  }
  const orderOf = (address: string) => ({
    ...order,
    destinationWallets: [{ ...order.destinationWallets[0], address }],
    partnerUserId: address,
  })

  it('open a purchase', async () => {
    const body = orderOf(account)
    const { status, json } = await send('POST', '/v1/generators/onrampurl', {
      headers: asText,
      body,
    })
    expect(status).toBe(200)
    expect(json.url).toMatch(/^http/)
  })

  it('reach the check of the signature that revokes a permission', async () => {
    const body = { pci: '00000000-0000-4000-8000-000000000000', signature: '0x1234' }
    const path = `/v1/sessions/eip155:1:${account}/revoke`
    const { status, json } = await send('POST', path, { headers: asText, body })
    expect(status).not.toBe(415)
    expect(status).toBeGreaterThanOrEqual(400)
    expect(json.status).toBe('FAILED')
  })

  it('are rejected from other sites, from no site and as forms', async () => {
    const body = orderOf(account)
    const path = '/v1/generators/onrampurl'
    expect((await send('POST', path, { headers: asText, body, origin: stranger })).status).toBe(403)
    expect((await send('POST', path, { headers: asText, body, origin: 'null' })).status).toBe(403)
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    expect((await send('POST', path, { headers: form, body })).status).toBe(415)
    const program = await fetch(`${api.url}${path}?projectId=${projectId}`, {
      method: 'POST',
      headers: asText,
      body: JSON.stringify(body),
    })
    expect(program.status).toBe(415)
  })
})

describe('the project', () => {
  it('is never above a limit', async () => {
    const { status, json } = await send('GET', '/appkit/v1/project-limits')
    expect(status).toBe(200)
    expect(json).toEqual({
      planLimits: { tier: 'none', isAboveMauLimit: false, isAboveRpcLimit: false },
    })
  })

  it('lists everything of a feature that is on', async () => {
    const { json } = await send('GET', '/appkit/v1/config')
    const configs = Object.fromEntries(
      json.features.map(({ id, config }: { id: string; config: unknown }) => [id, config]),
    )
    expect(configs).toMatchObject({
      social_login: ['email', 'google', 'github'],
      swap: ['1inch'],
      onramp: ['meld', 'coinbase'],
      activity: [],
    })
  })
})

describe('the reason of a rejection', () => {
  it.each([
    ['an unknown path', 'GET', '/appkit/v1/elsewhere', {}, 404],
    ['an unknown project', 'GET', '/appkit/v1/config', { project: 'nobody' }, 401],
    ['another site', 'GET', '/appkit/v1/config', { origin: stranger }, 403],
    ['another method', 'DELETE', '/getWallets', {}, 405],
    ['a bad value', 'GET', '/getWallets?page=x', {}, 400],
  ] as const)('is readable for %s', async (_, method, path, options, status) => {
    const answer = await send(method, path, options)
    expect(answer.status).toBe(status)
    expect([site, stranger, '*']).toContain(readableBy(answer.headers))
    expect(answer.json.reasons[0].description).toEqual(expect.any(String))
  })

  it('is not hidden by the preflight, which allows only to ask', async () => {
    const headers = {
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type,x-sdk-type',
    }
    const path = '/v1/profile/account'
    const preflight = await send('OPTIONS', path, { origin: stranger, headers })
    expect(preflight.status).toBe(204)
    expect(readableBy(preflight.headers)).toBe(stranger)
    const call = { origin: stranger, headers: asJson, body: {} }
    expect((await send('POST', path, call)).status).toBe(403)
  })

  it('never comes with data of the project', async () => {
    for (const path of ['/appkit/v1/config', '/getWallets', `/v1/account/${account}/balance`]) {
      const { status, json } = await send('GET', path, { origin: stranger })
      expect(status).toBe(403)
      expect(Object.keys(json).sort()).toEqual(['reasons', 'status'])
    }
  })
})

it.each(['/e', '/batch'])('lets a beacon to %s through', async (path) => {
  const event = {
    eventId: '00000000-0000-4000-8000-000000000000',
    url: `${site}/`,
    domain: 'shop.example',
    timestamp: 1_767_225_600_000,
    props: { type: 'track', event: 'MODAL_CREATED' },
  }
  const body = path === '/e' ? event : [event]
  const { status, headers } = await send('POST', path, { headers: asText, body })
  expect(status).toBe(200)
  expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin')
})

describe('sign-in', () => {
  const wallet = createEvmWallet(1)
  const email = 'ann@people.example'

  async function readCode(): Promise<string> {
    for (;;) {
      const response = await fetch(new URL('/messages', inbox.url))
      const { messages } = (await response.json()) as { messages: { code: string }[] }
      if (messages[0]) return messages[0].code
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  }

  async function authenticate(resources: readonly string[], otp?: string) {
    const { json: nonce } = await send('GET', '/auth/v1/nonce')
    const message = [
      'shop.example wants you to sign in with your Ethereum account:',
      wallet.accountAddress,
      '',
      `URI: ${site}/`,
      'Version: 1',
      'Chain ID: eip155:1',
      `Nonce: ${nonce.nonce}`,
      `Issued At: ${new Date().toISOString()}`,
      ...(resources.length > 0 ? ['Resources:', ...resources.map((one) => `- ${one}`)] : []),
    ].join('\n')
    return send('POST', '/auth/v1/authenticate', {
      headers: {
        ...asText,
        'x-nonce-jwt': `Bearer ${nonce.token}`,
        ...(otp !== undefined && { 'x-otp': otp }),
      },
      body: {
        data: { accountAddress: wallet.accountAddress, chainId: 'eip155:1' },
        message,
        signature: await wallet.sign(message),
        clientId: null,
        walletInfo: { type: 'extension', name: 'Fox', icon: 'data:image/png;base64,AA==' },
      },
    })
  }

  it('starts a session with the text of AppKit', async () => {
    const answer = await authenticate([])
    expect(answer.status).toBe(200)
    const headers = { authorization: `Bearer ${answer.json.token}` }
    const { json } = await send('GET', '/auth/v1/me?includeAppKitAccount=true', { headers })
    expect(json).toMatchObject({ address: wallet.accountAddress, caip2Network: 'eip155:1' })
    expect(json).not.toHaveProperty('email')
  })

  it('confirms an email first where the project asks for it', async () => {
    const { json } = await send('GET', '/appkit/v1/config')
    expect(json.features).toContainEqual({ id: 'email_capture', isEnabled: true, config: [] })
    const account = `eip155:1:${wallet.accountAddress}`
    const asked = await send('POST', '/auth/v1/otp', { headers: asText, body: { email, account } })
    expect(asked).toMatchObject({ status: 200, json: { uuid: expect.any(String) } })
    const { uuid } = asked.json
    const headers = { ...asText, 'x-otp': uuid }
    const confirmed = await send('PUT', '/auth/v1/otp', {
      headers,
      body: { code: await readCode() },
    })
    expect([confirmed.status, confirmed.json]).toEqual([200, null])
    const answer = await authenticate([`email:${email}`], uuid)
    expect(answer.status).toBe(200)
    const me = await send('GET', '/auth/v1/me', {
      headers: { authorization: `Bearer ${answer.json.token}` },
    })
    expect(me.json).toMatchObject({ email })
    const again = await send('POST', '/auth/v1/otp', { headers: asText, body: { email, account } })
    expect(again.json).toEqual({ uuid: null })
    expect((await authenticate([`email:${email}`])).status).toBe(200)
  })

  it('may send the code from the page, by the preflight', async () => {
    const headers = {
      'access-control-request-method': 'PUT',
      'access-control-request-headers': 'content-type,x-otp',
    }
    const preflight = await send('OPTIONS', '/auth/v1/otp', { headers })
    expect(preflight.status).toBe(204)
    expect(preflight.headers.get('access-control-allow-headers')).toContain('x-otp')
    expect(preflight.headers.get('access-control-allow-methods')).toContain('PUT')
  })

  it('asks for no email without a mail server', async () => {
    const mailless = await startApi({
      port: 0,
      database,
      signInKeys: openSignInKeys(imagesDir),
      chains: [],
    })
    const call = (path: string, init: RequestInit = {}) =>
      fetch(`${mailless.url}${path}?projectId=${projectId}`, {
        ...init,
        headers: { origin: site },
      })
    const { features } = (await (await call('/appkit/v1/config')).json()) as {
      features: { id: string }[]
    }
    expect(features.find(({ id }) => id === 'email_capture')).toMatchObject({ isEnabled: false })
    const body = JSON.stringify({ email, account: `eip155:1:${wallet.accountAddress}` })
    const asked = await call('/auth/v1/otp', { method: 'POST', body })
    expect(asked.status).toBe(403)
    expect(await asked.json()).toMatchObject({ reasons: [{ field: 'email-capture-off' }] })
    await mailless.stop()
  })
})

describe('further calls', () => {
  const rpc = (method: string, params: unknown, id: unknown = 1) => ({
    jsonrpc: '2.0',
    id,
    method,
    params,
  })

  it('list exchanges, and what one pays out', async () => {
    const params = {
      page: 0,
      asset: 'eip155:1/slip44:60',
      amount: '1',
      projectId,
      st: 'appkit',
      sv: 'x',
    }
    const body = rpc('reown_getExchanges', params)
    const { status, json } = await send('POST', '/v1/json-rpc', { headers: asJson, body })
    expect(status).toBe(200)
    const [exchange] = json.result.exchanges
    const path = `/appkit/v1/transfers/assets/exchanges/${exchange.id}`
    const assets = await send('GET', path)
    expect(assets).toMatchObject({ status: 200, json: { exchangeId: exchange.id } })
    expect(assets.json.assets.eip155).toContainEqual({
      network: 'eip155:1',
      asset: 'native',
      metadata: chain.settings.nativeCurrency,
    })
    expect((await send('GET', `${path}x`)).status).toBe(404)
  })

  it('read a balance by its own name', async () => {
    const body = rpc('getAddressBalance', { address: account }, '1')
    const call = { headers: asText, body }
    const { json } = await send('POST', '/v1/?chainId=eip155:1', call)
    const own = await send('POST', '/v1/?chainId=eip155:1', {
      headers: asText,
      body: rpc('eth_getBalance', [account, 'latest']),
    })
    expect(json).toEqual({ jsonrpc: '2.0', id: '1', result: String(BigInt(own.json.result)) })
  })

  it('sign in with bodies as text', async () => {
    const nonce = await send('GET', '/auth/v1/nonce')
    expect(nonce).toMatchObject({
      status: 200,
      json: { nonce: expect.any(String), token: expect.any(String) },
    })
    const headers = { ...asText, 'x-nonce-jwt': `Bearer ${nonce.json.token}` }
    const body = { data: {}, message: 'not a message', signature: '0x00', clientId: null }
    const answer = await send('POST', '/auth/v1/authenticate', { headers, body })
    expect(answer.status).not.toBe(415)
    expect(answer.json.reasons[0].field).not.toBe('nonce-invalid')
  })

  it.each(['', '&bundler=pimlico', '&bundler=latchkey'])('ask the bundler%s', async (name) => {
    const body = rpc('eth_supportedEntryPoints', [])
    const path = `/v1/bundler?chainId=eip155:1${name}`
    const { status, json } = await send('POST', path, { headers: asJson, body })
    expect(status).toBe(200)
    expect(json.result).toEqual([expect.stringMatching(/^0x[0-9a-fA-F]{40}$/)])
  })

  it('read the assets of an account', async () => {
    const readAssets = (params: unknown) =>
      send('POST', '/v1/wallet', { headers: asJson, body: rpc('wallet_getAssets', params, 'a-1') })
    const { status, json } = await readAssets([{ account, chainFilter: ['0x1', '0x89'] }])
    expect(status).toBe(200)
    const { name, symbol, decimals } = chain.settings.nativeCurrency
    const units = await send('POST', '/v1/?chainId=eip155:1', {
      headers: asText,
      body: rpc('eth_getBalance', [account, 'latest']),
    })
    expect(json).toEqual({
      jsonrpc: '2.0',
      id: 'a-1',
      result: {
        '0x1': expect.arrayContaining([
          {
            address: 'native',
            type: 'NATIVE',
            balance: units.json.result,
            metadata: {
              ...{ name, symbol, decimals },
              price: expect.any(Number),
              iconUrl: expect.any(String),
            },
          },
        ]),
      },
    })
    const tokens = await readAssets({ account, assetTypeFilter: ['ERC20'] })
    expect(JSON.stringify(tokens.json.result)).not.toContain('NATIVE')
    const named = await readAssets([{ account, assetFilter: { '0x1': [{ address: 'native' }] } }])
    expect(named.json.result['0x1']).toHaveLength(1)
    expect((await readAssets([{ account, chainFilter: ['0x89'] }])).json.result).toEqual({})
  })

  it.each([
    ['no account', 'wallet_getAssets', [{}], -32_602],
    ['a chain as number', 'wallet_getAssets', [{ account: '0x', chainFilter: [1] }], -32_602],
    ['calls to prepare', 'wallet_prepareCalls', [{ chainId: '0x1', calls: [] }], -2],
    ['prepared calls', 'wallet_sendPreparedCalls', [{ signature: '0x', context: '0x' }], -3],
    ['the status of calls', 'wallet_getCallsStatus', ['0x1'], -4],
    ['another method', 'wallet_revokeAll', [], -32_601],
  ])('reject %s with a code', async (_, method, params, code) => {
    const call = { headers: asJson, body: rpc(method, params, 7) }
    const { status, headers, json } = await send('POST', '/v1/wallet', call)
    expect(status).toBe(400)
    expect(readableBy(headers)).toBe(site)
    expect(json).toEqual({
      jsonrpc: '2.0',
      id: 7,
      error: { code, message: expect.any(String) },
    })
  })

  it('quote a payment with another token, and say why not', async () => {
    const usdc = chain.settings.tokens.find(({ symbol }) => symbol === 'USDC')?.address
    const body = {
      user: account,
      originChainId: '1',
      originCurrency: '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee',
      destinationChainId: '1',
      destinationCurrency: usdc,
      recipient: account,
      amount: '1000000',
    }
    const path = '/appkit/v1/transfers/quote'
    const quote = await send('POST', path, { headers: asText, body })
    expect(quote).toMatchObject({ status: 200, json: { steps: [{ type: 'transaction' }] } })
    const { requestId } = quote.json.steps[0]
    const status = await send('GET', `/appkit/v1/transfers/status?requestId=${requestId}`)
    expect(status).toMatchObject({ status: 200, json: { status: 'waiting' } })
    const elsewhere = { ...body, destinationChainId: '8453' }
    const refusal = await send('POST', path, { headers: asText, body: elsewhere })
    const unknown = await send('GET', '/appkit/v1/transfers/status?requestId=unknown')
    for (const { status, headers, json } of [refusal, unknown]) {
      expect([400, 404]).toContain(status)
      expect(readableBy(headers)).toBe(site)
      expect(json).toMatchObject({ error: expect.any(String), status: 'FAILED' })
    }
  })

  it('get no key for a permission, and a reason', async () => {
    const body = {
      chainId: '0x1',
      expiry: Math.floor(Date.now() / 1_000) + 3_600,
      signer: { type: 'keys', data: { keys: [{ type: 'secp256k1', publicKey: '0x04' }] } },
      permissions: [{ type: 'contract-call', data: {} }],
      policies: [],
    }
    const path = `/v1/sessions/${encodeURIComponent(`eip155:1:${account}`)}?v=2`
    const { status, json } = await send('POST', path, { headers: asText, body })
    expect(status).toBe(400)
    expect(json.reasons).toEqual([
      { field: 'v', description: expect.stringContaining('a key of your own') },
    ])
  })
})
