import { getAccountBalance, getMintImage } from '@latchkey/wire/http/balance'
import { getSupportedChains } from '@latchkey/wire/http/chains'
import { getAccountHistory } from '@latchkey/wire/http/history'
import { getAvatarImage, getIdentity } from '@latchkey/wire/http/identity'
import { getAccountNfts, getNftImage } from '@latchkey/wire/http/nfts'
import { getFungiblePrice } from '@latchkey/wire/http/price'
import * as v from 'valibot'
import {
  alice,
  baseChain,
  bob,
  gallery,
  mainChain,
  nativeAddress,
  solanaAccount,
  usdc,
} from './localFacts.mjs'

const rpcAnswer = v.object({ jsonrpc: v.literal('2.0'), id: v.number(), result: v.unknown() })
const rpcFailure = v.object({
  id: v.number(),
  error: v.object({ code: v.number(), message: v.string() }),
})

/** Calls JSON-RPC through the provider and returns the result. */
export function createRpc({ send }) {
  return async (chainId, method, params = [], { schema = rpcAnswer, ...options } = {}) => {
    const answer = await send(
      { name: `rpc ${method}`, method: 'POST', path: '/v1/' },
      { query: { chainId }, body: { jsonrpc: '2.0', id: 1, method, params }, schema, ...options },
    )
    return answer?.result
  }
}

/** All chain data: the proxy, names, balances, prices and history. */
export async function callChains(caller) {
  const { call, send } = caller
  const rpc = createRpc(caller)
  const supported = await call(
    getSupportedChains,
    {},
    {
      check: ({ http, swaps = [] }) => {
        const isThere = [mainChain, baseChain].every((id) => http.includes(id))
        if (!isThere || !http.some((id) => id.startsWith('solana:')))
          throw new Error(http.join(', '))
        if (!swaps.includes(mainChain)) throw new Error('no swaps')
        return `${http.join(', ')}; swaps on ${swaps.join(', ')}`
      },
    },
  )
  const solana = supported?.http.find((id) => id.startsWith('solana:'))
  const solanaOwner = await solanaAccount()

  await rpc(mainChain, 'eth_blockNumber', [], {
    check: ({ result }) => `block ${Number(positive(result))}`,
  })
  await rpc(baseChain, 'eth_chainId', [], {
    check: ({ result }) => {
      if (Number(result) !== 8453) throw new Error(String(result))
      return '8453'
    },
  })
  await send(
    { name: 'bundler', method: 'POST', path: '/v1/bundler' },
    {
      query: { chainId: mainChain },
      body: { jsonrpc: '2.0', id: 1, method: 'eth_supportedEntryPoints', params: [] },
      schema: rpcAnswer,
      check: ({ result }) => {
        if (!result.some((address) => address.startsWith('0x4337'))) throw new Error(String(result))
        return result.join(', ')
      },
    },
  )
  await rpc(solana, 'getBalance', [solanaOwner], {
    check: ({ result }) => `${positive(result.value)} lamports`,
  })
  await rpc(mainChain, 'anvil_setBalance', [alice.address, '0x0'], {
    schema: rpcFailure,
    check: ({ error }) => error.message,
  })
  const rpcCall = (id, method) => ({ jsonrpc: '2.0', id, method, params: [] })
  await send(
    { name: 'rpc, two calls at once', method: 'POST', path: '/v1' },
    {
      query: { chainId: mainChain },
      body: [rpcCall(7, 'eth_gasPrice'), rpcCall(8, 'eth_chainId')],
      schema: v.array(rpcAnswer),
      check: (answers) => answers.map(({ id }) => `answer ${id}`).join(', '),
    },
  )
  for (const path of ['/v1', '/v1/']) {
    await send(
      { name: 'rpc, by GET', method: 'GET', path },
      { query: { chainId: mainChain }, status: 426 },
    )
  }

  for (const path of [getIdentity.path, '/v1/account/:address/identity']) {
    await call(
      { ...getIdentity, path },
      { address: alice.address },
      {
        check: ({ name, avatar }) => {
          if (name === null || avatar === null) throw new Error(`${name}, ${avatar}`)
          return `${name}, picture of ${avatar.length} characters`
        },
      },
    )
  }

  await call(
    getAvatarImage,
    { address: alice.address },
    { check: ({ type, bytes }) => `${type}, ${bytes} bytes` },
  )

  const balances = ({ balances: found }) => {
    for (const { quantity } of found) positive(quantity.numeric)
    if (found.length === 0) throw new Error('nothing')
    return found.map(({ symbol, quantity }) => `${quantity.numeric} ${symbol}`).join(', ')
  }
  const account = { address: alice.address, currency: 'usd' }
  await call(getAccountBalance, { ...account, chainId: mainChain }, { check: balances })
  await call(getAccountBalance, account, {
    name: 'getAccountBalance, all chains',
    check: ({ balances: found }) => [...new Set(found.map(({ chainId }) => chainId))].join(', '),
  })
  const named = `${mainChain}:${usdc}`
  await call(
    getAccountBalance,
    { ...account, chainId: mainChain, forceUpdate: named },
    {
      name: 'getAccountBalance, read afresh',
      check: ({ balances: found }) => {
        const [dollar] = found.filter(({ symbol }) => symbol === 'USDC')
        return `${positive(dollar?.quantity.numeric)} USDC`
      },
    },
  )
  await call(
    getAccountBalance,
    { address: solanaOwner, chainId: solana },
    {
      name: 'getAccountBalance, Solana',
      check: balances,
    },
  )

  const history = ({ data }) => {
    if (data.length === 0) throw new Error('nothing happened')
    return `${data.length} entries, newest ${data[0].metadata.operationType}`
  }
  const past = { account: alice.address, chainId: mainChain }
  await call(getAccountHistory, past, { check: history })
  await call(
    getAccountHistory,
    { account: bob.address },
    {
      name: 'getAccountHistory, all chains',
      check: history,
    },
  )
  await call(
    getAccountHistory,
    { account: solanaOwner, chainId: solana },
    {
      name: 'getAccountHistory, Solana',
      check: history,
    },
  )
  await call(
    getAccountHistory,
    { ...past, cursor: 'made up' },
    {
      name: 'getAccountHistory, bad cursor',
      status: 400,
    },
  )

  const pieces = { address: alice.address, chainId: mainChain }
  await call(getAccountNfts, pieces, {
    check: ({ data }) => {
      const collections = new Set(data.map(({ collection }) => collection.name))
      if (data.length < 6 || collections.size < 2) throw new Error(`${data.length} pieces`)
      return `${data.length} pieces of ${[...collections].join(' and ')}`
    },
  })
  await call(
    getAccountNfts,
    { ...pieces, cursor: 'made up' },
    { name: 'getAccountNfts, bad cursor', status: 400 },
  )
  await call(
    getNftImage,
    { chainId: mainChain, standard: 'ERC1155', contract: gallery, tokenId: '7' },
    { name: 'getNftImage, a picture that is none', status: 404 },
  )

  await call(
    getMintImage,
    { chainId: solana, mint: solanaOwner },
    { name: 'getMintImage, no mint', status: 404 },
  )

  const addresses = [`${mainChain}:${nativeAddress}`, `${mainChain}:${usdc}`]
  await call(
    getFungiblePrice,
    { currency: 'usd', addresses },
    {
      check: ({ fungibles }) => {
        if (fungibles.length !== 2) throw new Error(`${fungibles.length} of 2`)
        return fungibles.map(({ symbol, price }) => `${symbol} ${positive(price)}`).join(', ')
      },
    },
  )
}

function positive(value) {
  if (!(Number(value) > 0)) throw new Error(`${value} is not above zero`)
  return value
}
