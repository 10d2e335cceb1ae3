import type { ChainSettings } from '../../../nodes/ChainSettings.js'
import type { Asset } from '../catalogue.js'
import type { OnrampOrder, QuoteRequest } from '../OnrampDriver.js'
import type { Order } from '../orderStore.js'

export const base: ChainSettings = {
  id: 'eip155:8453',
  name: 'Base',
  isTestnet: false,
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  upstreams: ['https://node.example'],
  tokens: [
    {
      address: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
      name: 'USD Coin',
      symbol: 'USDC',
      decimals: 6,
    },
  ],
}
const ether: Asset = { chain: base, ...base.nativeCurrency, address: undefined }
export const usdc: Asset = {
  chain: base,
  name: 'USD Coin',
  symbol: 'USDC',
  decimals: 6,
  address: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
}
export const destination = '0x8ba1f109551bD432803012645Ac136ddd64DBA72'
export const clientAddress = '93.184.215.14'
const dollars = { id: 'USD', dollars: '1' }

export const quoteRequest: QuoteRequest = {
  asset: usdc,
  currency: dollars,
  amount: 100_00n,
  method: 'card',
  country: 'DE',
  destination,
}

export const newOrder: OnrampOrder = {
  id: '0123456789abcdef0123456789abcdef',
  projectId: 'project',
  destination,
  chain: base,
  assets: [usdc, ether],
  experience: 'buy',
  currency: dollars,
  method: 'card',
  country: 'DE',
  fiatAmount: 100_00n,
  cryptoAmount: undefined,
}

export const order: Order = {
  id: newOrder.id,
  projectId: 'project',
  provider: 'meld',
  status: 'open',
  chain: base.id,
  destination,
  name: 'USD Coin',
  symbol: 'USDC',
  currency: 'USD',
  subtotal: 100_00n,
  amount: undefined,
  hash: undefined,
  createdAt: 0,
  updatedAt: 0,
}
