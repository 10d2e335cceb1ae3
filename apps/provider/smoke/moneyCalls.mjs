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
import {
  createOnrampUrl,
  getOnrampOptions,
  getOnrampPurchase,
  getOnrampQuote,
} from '@latchkey/wire/http/onramp'
import { createPayRequest, parsePayResponse, requestPay, toPayAsset } from '@latchkey/wire/http/pay'
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
  const gasPrice = await call(
    getGasPrice,
    { chainId: mainChain },
    {
      check: ({ standard, fast, instant }) => `${standard}, ${fast}, ${instant} wei`,
    },
  )
  const quote = {
    ...{ from: ether, to: dollars, amount, userAddress: swapper.address },
    ...{ gasPrice: gasPrice?.standard, slippage: '1' },
  }
  const quoted = await call(getConvertQuotes, quote, {
    check: ({ quotes }) => {
      if (!(Number(quotes[0]?.toAmount) > 0)) throw new Error('nothing for it')
      const [{ toAmount, fee, minimumReturn, gas, networkFee, route, source, expiresAt }] = quotes
      if (!(Number(minimumReturn) >= Number(toAmount) * 0.99)) throw new Error('no minimum')
      if (networkFee !== String(BigInt(gas) * BigInt(quote.gasPrice))) throw new Error('no gas')
      if (!(expiresAt > Date.now())) throw new Error('expired')
      return `0.01 ETH for ${Number(toAmount) / 1e6} USDC by ${source}, ${route.join(', ')}, ${Number(fee) / 1e18} ETH of it a fee`
    },
  })
  const { source, spender, minimumReturn } = quoted?.quotes[0] ?? {}
  const owner = `${mainChain}:${alice.address}`
  await call(
    getConvertAllowance,
    { tokenAddress: dollars, userAddress: owner, source },
    {
      check: ({ allowance }) => `${allowance} units`,
    },
  )
  const approval = { userAddress: owner, from: dollars, to: ether, amount: '1000000', source }
  await call(buildApproveTransaction, approval, {
    check: ({ tx }) => {
      const spenderWord = spender?.split(':').at(-1).slice(2).toLowerCase()
      if (!spenderWord || !tx.data.includes(spenderWord)) throw new Error('another spender')
      return `to ${tx.to}`
    },
  })
  const order = {
    ...{ from: ether, to: dollars, amount, userAddress, eip155: { slippage: 1 } },
    ...{ source, minimumReturn },
  }
  const built = await call(buildConvertTransaction, order, {
    check: ({ tx, ...built }) => {
      if (built.source !== source || tx.to !== spender) throw new Error('another exchange')
      if (BigInt(built.minimumReturn) < BigInt(minimumReturn)) throw new Error('a lower minimum')
      return `to ${tx.to}, gas ${tx.eip155.gas}`
    },
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
      check: ({ providers, paymentCurrencies, purchaseCurrencies }) => {
        const all = [...providers, ...purchaseCurrencies, ...paymentCurrencies].map(({ id }) => id)
        return providers.length > 0 ? all.join(', ') : none()
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
      check: ({ purchaseAmount, paymentTotal, quotes }) => {
        if (!(Number(purchaseAmount.amount) > 0)) throw new Error('nothing for it')
        if (quotes?.[0]?.provider === undefined) throw new Error('no provider')
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
  const followed = await patiently(async () => {
    const answer = await call(getOnrampPurchase, { purchaseId: made.purchaseId })
    return answer?.status === 'pending' ? undefined : answer
  })
  confirm('the purchase was followed', followed?.status === 'delivered', followed?.hash ?? '')
  const held = await patiently(async () => (await heldDollars(caller, address)) || undefined)
  confirm('what was bought arrived', held > 40, `${held ?? 0} USDC`)
  await send(
    { name: 'after a hosted checkout', method: 'GET', path: '/onramp/return' },
    { read: readText, check: (text) => (text.includes('close this window') ? 'page' : none()) },
  )
}

/** Pays from the sandbox exchange; the tokens are really delivered. */
export async function callPay(caller) {
  const { call, send, confirm } = caller
  const { address } = testAccount(randomInt(1_000, 1_000_000))
  const asset = toPayAsset(mainChain, usdc)
  const request = async (method, params, show = () => '') => {
    const read = (answer) => parsePayResponse(method, answer)
    const answer = await call(requestPay, createPayRequest(method, params), {
      name: method,
      check: (response) => {
        const { result, error } = read(response) ?? none()
        return result ? show(result) : error.message
      },
    })
    return answer && read(answer)?.result
  }
  const listed = await request('reown_getExchanges', { page: 0, asset, amount: '12.5' }, (result) =>
    result.exchanges.map(({ name }) => name).join(', '),
  )
  const exchangeId = listed?.exchanges[0]?.id
  const order = { exchangeId, asset, amount: '12.5', recipient: `${mainChain}:${address}` }
  const session = await request(
    'reown_getExchangePayUrl',
    order,
    ({ url }) => new URL(url).pathname,
  )
  if (!session) return confirm('a payment was opened', false, 'no session')
  const page = { name: 'payment', path: new URL(session.url).pathname }
  const query = { session: session.sessionId }
  await send(
    { ...page, method: 'GET' },
    {
      query,
      read: readText,
      check: (text) => /<button[^>]*>(Pay [^<]+)</.exec(text)?.[1] ?? none(),
    },
  )
  for (const file of ['checkout.css', 'checkout.js']) {
    await send(
      { name: `payment, ${file}`, method: 'GET', path: `/pay/${file}` },
      { read: readText, check: (text) => (text.length > 0 ? `${text.length} bytes` : none()) },
    )
  }
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  await send(
    { ...page, name: 'payment, confirmed', method: 'POST' },
    { query, headers, body: 'step=confirm', status: 303, read: readText },
  )
  const { sessionId } = session
  const paid = await patiently(async () => {
    const status = await request('reown_getExchangeBuyStatus', { exchangeId, sessionId })
    return status?.status === 'IN_PROGRESS' ? undefined : status
  })
  const held = await heldDollars(caller, address)
  const isRight = paid?.status === 'SUCCESS' && held === 12.5
  confirm('the payment arrived', isRight, `${held} USDC by ${paid?.txHash}`)
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
