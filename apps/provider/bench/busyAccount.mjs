import { localAddresses } from '@latchkey/dev-stack/startLocalEvm'
import { encodeFunctionData, erc20Abi, toHex } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'

const transactionsPerBlock = 100
const gasLimit = toHex(100_000n)

/** Creates an account that received this many transfers, coins and tokens in turn. */
export async function makeBusyAccount({ url, rpc, faucet }, transfers) {
  const account = privateKeyToAddress(generatePrivateKey())
  const from = faucet.address
  const data = encodeFunctionData({
    abi: erc20Abi,
    functionName: 'transfer',
    args: [account, 1_000_000n],
  })
  const coins = { from, to: account, value: toHex(10n ** 15n), gas: gasLimit }
  const tokens = { from, to: localAddresses.usdc, data, gas: gasLimit }
  let nonce = Number(await rpc('eth_getTransactionCount', from, 'latest'))
  await rpc('anvil_impersonateAccount', from)
  await rpc('evm_setAutomine', false)
  try {
    for (let sent = 0; sent < transfers; sent += transactionsPerBlock) {
      const count = Math.min(transactionsPerBlock, transfers - sent)
      const batch = Array.from({ length: count }, (_, index) => ({
        jsonrpc: '2.0',
        id: index,
        method: 'eth_sendTransaction',
        params: [{ ...(index % 2 === 0 ? coins : tokens), nonce: toHex(nonce + index) }],
      }))
      nonce += count
      await sendBatch(url, batch)
      await rpc('evm_mine')
    }
  } finally {
    await rpc('evm_setAutomine', true)
    await rpc('anvil_stopImpersonatingAccount', from)
  }
  const mined = Number(await rpc('eth_getTransactionCount', from, 'latest'))
  if (mined !== nonce) throw new Error(`Only ${transfers - (nonce - mined)} transfers were mined.`)
  return account
}

async function sendBatch(url, batch) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(batch),
  })
  const failed = (await response.json()).find(({ error }) => error)
  if (failed) throw new Error(`A transfer was refused: ${failed.error.message}`)
}
