import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { inRoot } from '../lib/root.mjs'

/** Stands in for a provider. */
export const provider = 'https://provider.bench.example'
export const transactions = { count: 10_000, pageSize: 2_000 }
export const wallets = { count: 1_000 }

const settings = {
  '/appkit/v1/config': { features: [{ id: 'activity', isEnabled: true, config: null }] },
  '/projects/v1/origins': { allowedOrigins: [] },
  '/getAnalyticsConfig': { isAnalyticsEnabled: false },
}

const holding = {
  name: 'Ether',
  symbol: 'ETH',
  chainId: 'eip155:1',
  value: 8_000,
  price: 2_000,
  quantity: { decimals: '18', numeric: '4' },
  iconUrl: `${provider}/getWalletImage/ether`,
}

/** One account's balances and history, and a paged directory; everything else is empty. */
export function fulfillRoute(route) {
  const { pathname, searchParams } = new URL(route.request().url())
  const headers = { 'access-control-allow-origin': '*' }
  if (pathname.endsWith('/history')) {
    const from = Number(searchParams.get('cursor') ?? 0)
    const to = Math.min(from + transactions.pageSize, transactions.count)
    const data = Array.from({ length: to - from }, (_, index) => transaction(from + index))
    return route.fulfill({
      headers,
      json: { data, next: to < transactions.count ? String(to) : null },
    })
  }
  if (Object.hasOwn(settings, pathname)) return route.fulfill({ headers, json: settings[pathname] })
  if (pathname.endsWith('/balance')) {
    return route.fulfill({ headers, json: { balances: [holding] } })
  }
  if (pathname.endsWith('/getWallets')) {
    const entries = Number(searchParams.get('entries'))
    const from = (Number(searchParams.get('page') ?? 1) - 1) * entries
    const length = Math.max(0, Math.min(entries, wallets.count - from))
    const data = Array.from({ length }, (_, index) => wallet(from + index))
    return route.fulfill({ headers, json: { data, count: wallets.count } })
  }
  if (pathname.includes('/getWalletImage/')) {
    return route.fulfill({ headers, contentType: 'image/png', body: picture(pathname) })
  }
  return route.fulfill({ status: 404, headers, json: {} })
}

const kinds = ['send', 'receive', 'trade', 'approve', 'mint']

function transaction(index) {
  const operationType = kinds[index % kinds.length]
  const directions = { send: ['out'], trade: ['out', 'in'], approve: [] }[operationType] ?? ['in']
  const hash = `0x${index.toString(16).padStart(64, '0')}`
  return {
    id: `eip155:1:${hash}`,
    metadata: {
      operationType,
      hash,
      minedAt: new Date(Date.UTC(2026, 0, 1) - index * 3_600_000).toISOString(),
      sentFrom: `0x${'a'.repeat(40)}`,
      sentTo: `0x${'b'.repeat(40)}`,
      status: index % 50 === 7 ? 'failed' : 'confirmed',
      nonce: transactions.count - index,
      chain: 'eip155:1',
    },
    transfers: directions.map((direction) => ({
      fungible_info: { name: 'Token', symbol: `Token ${index}` },
      direction,
      quantity: { numeric: `${index}.125` },
    })),
  }
}

/** Wallet images as the provider serves them, cycled. */
function picture(pathname) {
  const folder = inRoot('apps/provider/dist/images/wallets')
  const names = readdirSync(folder)
  return readFileSync(join(folder, names[Number(/\d+$/.exec(pathname)?.[0] ?? 0) % names.length]))
}

function wallet(index) {
  return {
    id: `wallet-${index}`,
    name: `Wallet ${index}`,
    image_id: `image-${index}`,
    badge_type: index % 3 === 0 ? 'certified' : 'none',
    mobile_link: `wallet${index}://`,
    homepage: `https://wallet-${index}.example`,
    chains: ['eip155:1'],
    order: index,
  }
}
