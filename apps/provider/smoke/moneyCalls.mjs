import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { getAccountBalance } from '@latchkey/wire/http/balance'
import {
  buildApproveTransaction,
  buildConvertTransaction,
  getConvertAllowance,
  getConvertQuotes,
  getConvertTokens,
  getGasPrice,
} from '@latchkey/wire/http/convert'
import { createOnrampUrl, getOnrampOptions, getOnrampQuote } from '@latchkey/wire/http/onramp'
import { parseEther } from 'viem'
import { createRpc } from './chainCalls.mjs'
import { readText } from './createCaller.mjs'
import { alice, mainChain, nativeAddress, testAccount, usdc } from './localFacts.mjs'

const timeoutMs = 30_000
const pollMs = 250

/** Quotes, builds and sends a swap. */
export async function callConvert(caller) {
  const { call, confirm } = caller
  const rpc = createRpc(caller)
  const swapper = testAccount(5)
  const userAddress = `${mainChain}:${swapper.address}`
  const [ether, dollars] = [`${mainChain}:${nativeAddress}`, `${mainChain}:${usdc}`]
  const amount = String(parseEther('0.01'))

  await call(
    getConvertTokens,
    { chainId: mainChain },
    {
      check: ({ tokens }) => tokens.map(({ symbol }) => symbol).join(', ') || none(),
    },
  )
  await call(
    getGasPrice,
    { chainId: mainChain },
    {
      check: ({ standard, fast, instant }) => `${standard}, ${fast}, ${instant} wei`,
    },
  )
  const quote = { from: ether, to: dollars, amount, userAddress: swapper.address }
  const quoted = await call(getConvertQuotes, quote, {
    check: ({ quotes }) => {
      if (!(Number(quotes[0]?.toAmount) > 0)) throw new Error('nothing for it')
      const [{ toAmount, fee }] = quotes
      return `0.01 ETH for ${Number(toAmount) / 1e6} USDC, ${Number(fee) / 1e18} ETH of it a fee`
    },
  })
  const owner = `${mainChain}:${alice.address}`
  await call(
    getConvertAllowance,
    { tokenAddress: dollars, userAddress: owner },
    {
      check: ({ allowance }) => `${allowance} units`,
    },
  )
  const approval = { userAddress: owner, from: dollars, to: ether, amount: '1000000' }
  await call(buildApproveTransaction, approval, { check: ({ tx }) => `to ${tx.to}` })
  const order = { from: ether, to: dollars, amount, userAddress, eip155: { slippage: 1 } }
  const built = await call(buildConvertTransaction, order, {
    check: ({ tx }) => `to ${tx.to}, gas ${tx.eip155.gas}`,
  })
  if (!built || !quoted) return

  const before = await heldDollars(caller, swapper.address)
  const nonce = await rpc(mainChain, 'eth_getTransactionCount', [swapper.address, 'pending'])
  const { tx } = built
  const signed = await swapper.signTransaction({
    type: 'legacy',
    chainId: 1,
    nonce: Number(nonce),
    to: tx.to.split(':').at(-1),
    data: tx.data,
    // The chain's native coin is sent with the call.
    value: BigInt(amount),
    gas: BigInt(tx.eip155.gas),
    gasPrice: BigInt(tx.eip155.gasPrice),
  })
  const hash = await rpc(mainChain, 'eth_sendRawTransaction', [signed], {
    check: ({ result }) => result,
  })
  const receipt = await patiently(() => rpc(mainChain, 'eth_getTransactionReceipt', [hash]))
  const gained = (await heldDollars(caller, swapper.address)) - before
  const isRight =
    receipt?.status === '0x1' && gained >= (Number(quoted.quotes[0].toAmount) / 1e6) * 0.99
  confirm('the swap happened', isRight, `${gained.toFixed(6)} USDC more`)
}

/** Buys with a test card; the tokens are really delivered. */
export async function callOnramp(caller) {
  const { call, send, confirm } = caller
  const { address } = testAccount(randomInt(1_000, 1_000_000))
  const options = await call(
    getOnrampOptions,
    {},
    {
      check: ({ paymentCurrencies, purchaseCurrencies }) => {
        const all = [...purchaseCurrencies, ...paymentCurrencies].map(({ id }) => id)
        return all.join(', ') || none()
      },
    },
  )
  const purchaseCurrency = options?.purchaseCurrencies.find(({ symbol }) => symbol === 'USDC')
  const [paymentCurrency] = options?.paymentCurrencies ?? []
  const [network] = purchaseCurrency?.networks ?? []
  await call(
    getOnrampQuote,
    { purchaseCurrency, paymentCurrency, amount: '50', network: network?.name },
    {
      check: ({ purchaseAmount, paymentTotal }) => {
        if (!(Number(purchaseAmount.amount) > 0)) throw new Error('nothing for it')
        return `${purchaseAmount.amount} ${purchaseAmount.currency} for ${paymentTotal.amount} ${paymentTotal.currency}`
      },
    },
  )
  const made = await call(
    createOnrampUrl,
    {
      destinationWallets: [{ address, blockchains: ['ethereum'], assets: ['USDC'] }],
      defaultNetwork: 'ethereum',
      partnerUserId: 'smoke',
      defaultExperience: 'buy',
      presetFiatAmount: 50,
    },
    { check: ({ url }) => new URL(url).pathname },
  )
  if (!made) return
  const { pathname, searchParams } = new URL(made.url)
  const query = { session: searchParams.get('session') }
  const page = { name: 'checkout', path: pathname }
  const opened = await send(
    { ...page, method: 'GET' },
    {
      query,
      read: readText,
      check: (text) => /<button[^>]*>(Pay [^<]+)</.exec(text)?.[1] ?? none(),
    },
  )
  for (const file of ['checkout.css', 'checkout.js']) {
    const isLinked = opened?.includes(file)
    await send(
      { name: file, method: 'GET', path: `/onramp/${file}` },
      {
        read: readText,
        check: (text) => (isLinked && text.length > 0 ? `${text.length} bytes` : none()),
      },
    )
  }
  const form = {
    step: 'pay',
    quote: /name="quote" value="([^"]+)"/.exec(opened ?? '')?.[1] ?? '',
    number: '4242 4242 4242 4242',
    expiry: '12/39',
    code: '123',
  }
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const body = String(new URLSearchParams(form))
  await send(
    { ...page, name: 'checkout, paid', method: 'POST' },
    { query, headers, body, status: 303, read: readText },
  )
  const held = await patiently(async () => (await heldDollars(caller, address)) || undefined)
  confirm('what was bought arrived', held > 40, `${held ?? 0} USDC`)
}

async function heldDollars({ call }, address) {
  const input = { address, chainId: mainChain, forceUpdate: `${mainChain}:${usdc}` }
  const answer = await call(getAccountBalance, input, { name: 'getAccountBalance, USDC' })
  const found = answer?.balances.find(({ symbol }) => symbol === 'USDC')
  return Number(found?.quantity.numeric ?? 0)
}

/** Polls until there is a result. */
async function patiently(read) {
  const end = performance.now() + timeoutMs
  for (;;) {
    const answer = await read()
    if (answer || performance.now() > end) return answer ?? undefined
    await sleep(pollMs)
  }
}

function none() {
  throw new Error('nothing')
}
