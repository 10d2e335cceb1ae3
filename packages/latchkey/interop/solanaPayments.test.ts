/// <reference types="node" />
import {
  type Address,
  address,
  appendTransactionMessageInstructions,
  createTransactionMessage,
  generateKeyPairSigner,
  getBase64EncodedWireTransaction,
  getSignatureFromTransaction,
  type Instruction,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
  type TransactionSigner,
} from '@solana/kit'
import { getCreateAccountInstruction, getTransferSolInstruction } from '@solana-program/system'
import {
  findAssociatedTokenPda,
  getCreateAssociatedTokenIdempotentInstructionAsync,
  getInitializeMint2Instruction,
  getMintToInstruction,
  getTransferCheckedInstruction,
  getTransferInstruction,
  TOKEN_PROGRAM_ADDRESS,
} from '@solana-program/token'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { solanaTokens } from '../../../apps/dev-stack/src/solana/genesis.js'
import {
  type LocalSolana,
  startLocalSolana,
} from '../../../apps/dev-stack/src/solana/startLocalSolana.js'
import { startLyingNode } from '../fixtures/lyingNode.js'
import { type VerifyPaymentOptions, verifyPayment } from '../src/exports/pay/server.js'

/** Payments verified on a local Solana. Every attack has a control that succeeds. */

let chain: LocalSolana
let node: Awaited<ReturnType<typeof startLyingNode>>
let shop: TransactionSigner
beforeAll(async () => {
  chain = await startLocalSolana()
  node = await startLyingNode(chain.url)
})
afterAll(async () => {
  node?.stop()
  await chain?.stop()
})
beforeEach(async () => {
  shop = await generateKeyPairSigner()
})
afterEach(() => node.tell())

const network = () => chain.settings.id
const alice = () => chain.accounts[0] as TransactionSigner
const [usdc, usdt] = solanaTokens
const token2022 = address('TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb')
const lamports = 1_500_000_000n
const units = 2_500_000n

async function rpc<result>(method: string, ...params: unknown[]): Promise<result> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(chain.url, { method: 'POST', headers, body }).then((one) => one.json())
  if (answer.error) throw new Error(answer.error.message)
  return answer.result
}

async function send(instructions: readonly Instruction[], payer = alice()): Promise<string> {
  const { value } = await rpc<{
    value: Parameters<typeof setTransactionMessageLifetimeUsingBlockhash>[0]
  }>('getLatestBlockhash')
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (empty) => setTransactionMessageFeePayerSigner(payer, empty),
    (paid) => setTransactionMessageLifetimeUsingBlockhash(value, paid),
    (timed) => appendTransactionMessageInstructions(instructions, timed),
  )
  const signed = await signTransactionMessageWithSigners(message)
  const wire = getBase64EncodedWireTransaction(signed)
  await rpc('sendTransaction', wire, { encoding: 'base64', skipPreflight: true })
  return getSignatureFromTransaction(signed)
}

const payCoins = (amount = lamports, destination = shop.address, source = alice()) =>
  getTransferSolInstruction({ source, destination, amount })

async function accountOf(
  mint: Address,
  owner: Address,
  tokenProgram: Address = TOKEN_PROGRAM_ADDRESS,
) {
  const [found] = await findAssociatedTokenPda({ mint, owner, tokenProgram })
  return found
}

async function openAccount(
  mint: Address,
  owner: Address,
  tokenProgram: Address = TOKEN_PROGRAM_ADDRESS,
) {
  const payer = alice()
  const parts = { payer, owner, mint, tokenProgram }
  return getCreateAssociatedTokenIdempotentInstructionAsync(parts)
}

async function payTokens(
  { amount = units, mint = usdc.address as Address, to = shop.address, from = alice() } = {},
  program: Address = TOKEN_PROGRAM_ADDRESS,
) {
  const parts = {
    source: await accountOf(mint, from.address, program),
    mint,
    destination: await accountOf(mint, to, program),
    authority: from,
    amount,
    decimals: 6,
  }
  return getTransferCheckedInstruction(parts, { programAddress: program })
}

function verify(
  transaction: string,
  payment: Partial<VerifyPaymentOptions['payment']> = {},
  options: Partial<VerifyPaymentOptions> = {},
) {
  const expected = { network: network(), asset: usdc.address, amount: units }
  return verifyPayment({
    payment: { ...expected, recipient: shop.address, ...payment },
    transaction,
    rpc: node.url,
    ...options,
  })
}
const verifyCoins = (transaction: string, options: Partial<VerifyPaymentOptions> = {}) =>
  verify(transaction, { asset: 'native', amount: lamports }, options)
type FeeTransaction = {
  readonly transaction: { readonly message: { readonly accountKeys: string[] } }
  readonly meta: {
    readonly postTokenBalances: { accountIndex: number; uiTokenAmount: { amount: string } }[]
  }
}

const refused = (reason: string) => ({ ok: false, reason })

describe('accepts', () => {
  test('SOL', async () => {
    const signature = await send([payCoins()])
    expect(await verifyCoins(signature)).toEqual({
      ok: true,
      key: `${network()}/${signature}/0`,
      transaction: signature,
      payer: alice().address,
      includedAt: expect.any(Date),
    })
  })

  test('a token by transfer and by transferChecked', async () => {
    const open = await openAccount(usdc.address, shop.address)
    expect(await verify(await send([open, await payTokens()]))).toMatchObject({
      ok: true,
      payer: alice().address,
    })
    const plain = getTransferInstruction({
      source: await accountOf(usdc.address, alice().address),
      destination: await accountOf(usdc.address, shop.address),
      authority: alice(),
      amount: units,
    })
    expect(await verify(await send([plain]))).toMatchObject({ ok: true })
  })

  test('a token of Token-2022', async () => {
    const mint = await generateKeyPairSigner()
    const space = 82
    const rent = await rpc<number>('getMinimumBalanceForRentExemption', space)
    await send([
      getCreateAccountInstruction({
        payer: alice(),
        newAccount: mint,
        lamports: rent,
        space,
        programAddress: token2022,
      }),
      getInitializeMint2Instruction(
        { mint: mint.address, decimals: 6, mintAuthority: alice().address },
        { programAddress: token2022 },
      ),
    ])
    const { address: asset } = mint
    await send([
      await openAccount(asset, alice().address, token2022),
      await openAccount(asset, shop.address, token2022),
      getMintToInstruction(
        {
          mint: asset,
          token: await accountOf(asset, alice().address, token2022),
          mintAuthority: alice(),
          amount: units * 2n,
        },
        { programAddress: token2022 },
      ),
    ])
    const signature = await send([await payTokens({ mint: asset }, token2022)])
    expect(await verify(signature, { asset })).toMatchObject({ ok: true })
    expect(await verify(signature)).toEqual(refused('wrong-asset'))
  })

  test('a transfer that a program makes', async () => {
    // Opening a token account that has coins already adds the rest by a transfer inside.
    const recipient = await accountOf(usdc.address, shop.address)
    const rent = BigInt(await rpc<number>('getMinimumBalanceForRentExemption', 165))
    const before = BigInt(await rpc<number>('getMinimumBalanceForRentExemption', 0))
    await send([payCoins(before, recipient)])
    const signature = await send([await openAccount(usdc.address, shop.address)])
    const payment = { asset: 'native', recipient, amount: rent - before }
    expect(await verify(signature, payment)).toMatchObject({
      ok: true,
      key: expect.stringMatching(/\/0\.\d+$/),
    })
    expect(await verify(signature, { ...payment, amount: 1n })).toEqual(refused('wrong-amount'))
  })

  test('two equal payments in one transaction, each once', async () => {
    const signature = await send([payCoins(), payCoins()])
    const first = await verifyCoins(signature)
    const used = (key: string) => first.ok && key === first.key
    expect(await verifyCoins(signature, { used })).toMatchObject({
      ok: true,
      key: `${network()}/${signature}/1`,
    })
    expect(await verifyCoins(signature, { used: () => true })).toEqual(refused('already-used'))
  })
})

describe('refuses', () => {
  test('another recipient, amount, asset or payer', async () => {
    const { address: other } = await generateKeyPairSigner()
    expect(await verifyCoins(await send([payCoins(lamports, other)]))).toEqual(
      refused('wrong-recipient'),
    )
    expect(await verifyCoins(await send([payCoins(lamports - 1n)]))).toEqual(
      refused('wrong-amount'),
    )
    const open = await openAccount(usdc.address, shop.address)
    const openOther = await openAccount(usdt.address, shop.address)
    const otherMint = await send([openOther, await payTokens({ mint: usdt.address })])
    expect(await verify(otherMint)).toEqual(refused('wrong-asset'))
    expect(await verify(otherMint, { asset: usdt.address })).toMatchObject({ ok: true })
    expect(await verify(await send([open, await payTokens({ amount: units - 1n })]))).toEqual(
      refused('wrong-amount'),
    )
    const toBob = await send([
      await openAccount(usdc.address, other),
      await payTokens({ to: other }),
    ])
    expect(await verify(toBob)).toEqual(refused('wrong-recipient'))
    const paid = await send([payCoins()])
    expect(await verifyCoins(paid, { payer: shop.address })).toEqual(refused('wrong-payer'))
    expect(await verifyCoins(paid, { payer: alice().address })).toMatchObject({ ok: true })
  })

  test('a failed transaction', async () => {
    const balance = 10n ** 18n
    const signature = await send([payCoins(balance)])
    expect(await verify(signature, { asset: 'native', amount: balance })).toEqual(refused('failed'))
  })

  test('what the recipient does not keep', async () => {
    const back = await send([payCoins(), payCoins(lamports, alice().address, shop)])
    expect(await verifyCoins(back)).toEqual(refused('not-received'))
    const tokensBack = await send([
      await openAccount(usdc.address, shop.address),
      await payTokens(),
      await payTokens({ to: alice().address, from: shop }),
    ])
    expect(await verify(tokensBack)).toEqual(refused('not-received'))
    const toOneself = await send([payCoins(lamports, alice().address)])
    const recipient = alice().address
    expect(await verify(toOneself, { asset: 'native', amount: lamports, recipient })).toEqual(
      refused('not-received'),
    )
  })

  test('the amount before a fee of the token', async () => {
    const open = await openAccount(usdc.address, shop.address)
    const signature = await send([open, await payTokens()])
    const fee = 25_000n
    const account = await accountOf(usdc.address, shop.address)
    node.tell((method, result) => {
      if (method !== 'getTransaction') return undefined
      const changed = structuredClone(result) as FeeTransaction
      const index = changed.transaction.message.accountKeys.indexOf(account)
      const after = changed.meta.postTokenBalances.find((one) => one.accountIndex === index)
      if (after) after.uiTokenAmount.amount = String(units - fee)
      return changed
    })
    expect(await verify(signature)).toEqual(refused('wrong-amount'))
    expect(await verify(signature, { amount: units - fee })).toMatchObject({ ok: true })
  })

  test('the transaction of an older payment', async () => {
    const signature = await send([payCoins()])
    const first = await verifyCoins(signature)
    const used = () => 'order-1'
    const again = (id: string) =>
      verify(signature, { asset: 'native', amount: lamports, id }, { used })
    expect(await again('order-2')).toEqual(refused('already-used'))
    expect(await again('order-1')).toEqual(first)
    const later = new Date(Date.now() + 60_000)
    expect(await verifyCoins(signature, { notBefore: later })).toEqual(refused('too-old'))
  })

  test('what is no payment or no transaction', async () => {
    const signature = await send([payCoins()])
    const changes = [{ asset: 'SOL' }, { recipient: 'shop.sol' }, { recipient: `${shop.address}1` }]
    for (const change of changes) {
      expect(await verify(signature, change)).toEqual(refused('invalid-payment'))
    }
    for (const one of ['', '0x12', 'x'.repeat(88), `0x${'1'.repeat(64)}`, null]) {
      expect((await verify(one as never)).ok).toBe(false)
    }
    const unknown = '5'.repeat(87)
    expect(await verify(unknown)).toEqual(refused('not-found'))
  })
})

describe('the node', () => {
  test('must serve the network of the payment', async () => {
    const signature = await send([payCoins()])
    node.tell((method) => (method === 'getGenesisHash' ? `${'4'.repeat(44)}` : undefined))
    expect(await verifyCoins(signature)).toEqual(refused('wrong-chain'))
  })

  test('must have it finalized, unless fewer confirmations are enough', async () => {
    const signature = await send([payCoins()])
    const at = (confirmationStatus: string) =>
      node.tell((method, result) => {
        if (method !== 'getSignatureStatuses') return undefined
        const { context, value } = result as { context: object; value: object[] }
        return { context, value: [{ ...value[0], confirmationStatus }] }
      })
    at('confirmed')
    expect(await verifyCoins(signature)).toEqual(refused('not-final'))
    expect(await verifyCoins(signature, { confirmations: 32 })).toEqual(refused('not-final'))
    expect(await verifyCoins(signature, { confirmations: 1 })).toMatchObject({ ok: true })
    at('processed')
    expect(await verifyCoins(signature, { confirmations: 1 })).toEqual(refused('not-final'))
    node.tell((method) => (method === 'getTransaction' ? null : undefined))
    expect(await verifyCoins(signature)).toEqual(refused('pending'))
    node.tell((method) =>
      method === 'getSignatureStatuses' ? { context: {}, value: [null] } : undefined,
    )
    expect(await verifyCoins(signature)).toEqual(refused('reorged'))
  })

  test('cannot make a payment true by malformed answers', async () => {
    const signature = await send([payCoins()])
    const other = await rpc('getTransaction', await send([payCoins(), payCoins()]), {})
    const malformed = [true, 7, '', [], [null], {}, { value: [] }, { value: [7] }, { meta: {} }]
    for (const method of ['getGenesisHash', 'getSignatureStatuses', 'getTransaction']) {
      for (const value of [null, ...malformed, other]) {
        node.tell((called) => (called === method ? value : undefined))
        const result = await verifyCoins(signature)
        expect(result.ok, `${method} ${JSON.stringify(value).slice(0, 40)}`).toBe(false)
      }
    }
    node.tell()
    expect(await verifyCoins(signature)).toMatchObject({ ok: true })
  })
})
