/// <reference types="node" />
import { getAnalyticsConfig, getProjectConfig } from '@latchkey/wire/http/config'
import { sendEvent } from '@latchkey/wire/http/telemetry'
import { getWalletImage, getWallets } from '@latchkey/wire/http/wallets'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { developmentProjectId, startApi } from '../../../apps/provider/src/compose/startApi.js'
import { openTemporaryDatabase } from '../../../apps/provider/src/testing/temporaryDatabase.js'
import { createTestWidget } from '../fixtures/testWidget.js'
import { refreshProviderData } from '../src/core/config/actions/refreshProviderData.js'
import { listWallets } from '../src/core/wallets/actions/searchWallets.js'
import { getWalletListInput } from '../src/core/wallets/installedWallets.js'
import { getAllWalletRows, getWalletRows } from '../src/core/wallets/walletList.js'
import { createClock } from '../src/services/clock/createClock.js'
import { createProvider } from '../src/services/provider/createProvider.js'

/** The widget's client against the real provider, over HTTP. */

let database: Awaited<ReturnType<typeof openTemporaryDatabase>>
let api: Awaited<ReturnType<typeof startApi>>

beforeAll(async () => {
  database = await openTemporaryDatabase()
  api = await startApi({ port: 0, database })
})
afterAll(async () => {
  await api?.stop()
  await database?.stop()
})

const client = (projectId = developmentProjectId) =>
  createProvider({
    config: { projectId, providerUrl: api.url, providerUrls: {} },
    families: [{ namespace: 'eip155' }],
    framework: 'html',
    clock: createClock(),
  })

describe('the provider API', () => {
  test('returns the project and its features', async () => {
    const { features } = await client().call(getProjectConfig, {})
    expect(features.map(({ id }) => id)).toContain('social_login')
    expect(await client().call(getAnalyticsConfig, {})).toEqual({
      isAnalyticsEnabled: expect.any(Boolean),
    })
  })

  test('lists, searches and filters wallets', async () => {
    const first = await client().call(getWallets, { page: '1', entries: '40', chains: 'eip155:1' })
    expect(first.data).toHaveLength(40)
    expect(first.count).toBeGreaterThanOrEqual(60)
    const [one, two] = first.data.map(({ id }) => id)
    const narrowed = await client().call(getWallets, { include: `${one},${two}`, exclude: two })
    expect(narrowed.data.map(({ id }) => id)).toEqual([one])
    const { data } = await client().call(getWallets, { search: 'metamask', entries: '100' })
    expect(data.map(({ name }) => name)).toContain('MetaMask')
    const certified = await client().call(getWallets, { badge_type: 'certified' })
    expect(certified.data.every(({ badge_type }) => badge_type === 'certified')).toBe(true)
  })

  test('serves wallet images', async () => {
    const { data } = await client().call(getWallets, { entries: '5' })
    const id = data.find(({ image_id }) => image_id !== undefined)?.image_id ?? ''
    const response = await fetch(await client().getUrl(getWalletImage, { id }))
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toMatch(/^image\//)
    expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
  })

  test('accepts an event', async () => {
    const event = {
      eventId: crypto.randomUUID(),
      domain: 'site.test',
      timestamp: Date.now(),
      props: { type: 'track' as const, event: 'MODAL_OPEN', properties: { connected: false } },
    }
    await expect(client().call(sendEvent, event)).resolves.toBeUndefined()
  })

  test('rejects an unknown project', async () => {
    await expect(client('nobody').call(getProjectConfig, {})).rejects.toMatchObject({
      code: 'provider/refused',
      reasons: [{ field: 'projectId', description: expect.any(String) }],
    })
  })
})

describe('a widget with that provider', () => {
  test('recommends and lists wallets with their images', async () => {
    const { widget, end } = createTestWidget({
      provider: client(),
      options: { providerUrl: api.url, relayUrls: ['wss://relay.test'] },
    })
    await refreshProviderData(widget)
    expect(getWalletRows(getWalletListInput(widget)).map(({ group }) => group)).toEqual([
      'walletConnect',
      'recommended',
      'recommended',
      'recommended',
      'recommended',
    ])
    expect(widget.stores.notice.get().alert).toBeUndefined()
    while (widget.stores.registry.get().directory?.nextPage) await listWallets(widget)
    const rows = getAllWalletRows(getWalletListInput(widget))
    expect(rows.length).toBeGreaterThanOrEqual(60)
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
    expect(rows.every(({ image }) => image?.startsWith(`${api.url}/getWalletImage/`))).toBe(true)
    end()
  })
})
