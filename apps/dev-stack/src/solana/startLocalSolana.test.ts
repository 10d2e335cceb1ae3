import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type Address,
  address,
  airdropFactory,
  appendTransactionMessageInstructions,
  assertIsTransactionWithBlockhashLifetime,
  createSolanaRpc,
  createSolanaRpcSubscriptions,
  createTransactionMessage,
  generateKeyPairSigner,
  getBase64EncodedWireTransaction,
  getSignatureFromTransaction,
  type Instruction,
  isSolanaError,
  lamports,
  pipe,
  type Signature,
  SOLANA_ERROR__INSTRUCTION_ERROR__CUSTOM,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_SEND_TRANSACTION_PREFLIGHT_FAILURE,
  sendAndConfirmTransactionFactory,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
  type TransactionSigner,
} from '@solana/kit'
import { getTransferSolInstruction } from '@solana-program/system'
import {
  findAssociatedTokenPda,
  getCreateAssociatedTokenIdempotentInstructionAsync,
  getTransferCheckedInstruction,
  TOKEN_PROGRAM_ADDRESS,
} from '@solana-program/token'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type LocalSolana, startLocalSolana } from './startLocalSolana.js'
import type { SolanaTestAccount } from './testKeys.js'

const sol = 1_000_000_000n
const usdc = address('EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v')

let directory: string
let chain: LocalSolana
let client: ReturnType<typeof connect>
let alice: SolanaTestAccount
let bob: SolanaTestAccount

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'latchkey-local-solana-'))
  chain = await startLocalSolana()
  client = connect(chain)
  ;[alice, bob] = chain.accounts as [SolanaTestAccount, SolanaTestAccount]
})

afterAll(async () => {
  await chain?.stop()
  await rm(directory, { recursive: true, force: true })
})

function connect({ url, socketUrl }: LocalSolana) {
  const rpc = createSolanaRpc(url)
  const rpcSubscriptions = createSolanaRpcSubscriptions(socketUrl)
  return {
    rpc,
    rpcSubscriptions,
    airdrop: airdropFactory({ rpc, rpcSubscriptions } as Parameters<typeof airdropFactory>[0]),
    sendAndConfirm: sendAndConfirmTransactionFactory({ rpc, rpcSubscriptions }),
  }
}

async function prepare(
  { rpc }: ReturnType<typeof connect>,
  payer: TransactionSigner,
  instructions: readonly Instruction[],
) {
  const { value: lifetime } = await rpc.getLatestBlockhash().send()
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (empty) => setTransactionMessageFeePayerSigner(payer, empty),
    (paid) => setTransactionMessageLifetimeUsingBlockhash(lifetime, paid),
    (timed) => appendTransactionMessageInstructions(instructions, timed),
  )
  const signed = await signTransactionMessageWithSigners(message)
  assertIsTransactionWithBlockhashLifetime(signed)
  return signed
}

async function send(
  via: ReturnType<typeof connect>,
  payer: TransactionSigner,
  instructions: readonly Instruction[],
): Promise<Signature> {
  const signed = await prepare(via, payer, instructions)
  await via.sendAndConfirm(signed, { commitment: 'confirmed' })
  return getSignatureFromTransaction(signed)
}

const balanceOf = async (holder: Address) => (await client.rpc.getBalance(holder).send()).value

test('presents itself as the main network, with importable accounts', async () => {
  expect(chain.settings.id).toBe('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp')
  const hash = await client.rpc.getGenesisHash().send()
  expect(hash.slice(0, 32)).toBe(chain.settings.id.slice('solana:'.length))
  // The address at m/44'/501'/0'/0' of the test phrase.
  expect(alice.address).toBe('oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96')
  expect(await balanceOf(alice.address)).toBe(100n * sol)
  expect(await balanceOf(bob.address)).toBe(100n * sol)
})

test('delivers two equal airdrops', async () => {
  const { address: recipientAddress } = await generateKeyPairSigner()
  const drop = () =>
    client.airdrop({ commitment: 'confirmed', lamports: lamports(2n * sol), recipientAddress })
  const first = await drop()
  expect(await balanceOf(recipientAddress)).toBe(2n * sol)
  expect(await drop()).not.toBe(first)
  expect(await balanceOf(recipientAddress)).toBe(4n * sol)
})

test('transfers lamports for the estimated fee', async () => {
  const recipient = await generateKeyPairSigner()
  const payer = chain.accounts[2] as SolanaTestAccount
  const before = await balanceOf(payer.address)
  const signed = await prepare(client, payer, [
    computeBudget(2, 10_000n, 4),
    computeBudget(3, 2_000_000n, 8),
    getTransferSolInstruction({ source: payer, destination: recipient.address, amount: sol }),
  ])
  const message = Buffer.from(signed.messageBytes).toString('base64')
  const { value: fee } = await client.rpc.getFeeForMessage(message as never).send()
  // One signature, plus 10,000 units at two lamports each.
  expect(fee).toBe(25_000n)
  await client.sendAndConfirm(signed, { commitment: 'confirmed' })
  const signature = getSignatureFromTransaction(signed)
  expect(await balanceOf(recipient.address)).toBe(sol)
  expect(await balanceOf(payer.address)).toBe(before - sol - (fee as bigint))

  for (const { address: side } of [payer, recipient]) {
    const [newest] = await client.rpc.getSignaturesForAddress(side).send()
    expect(newest).toMatchObject({ signature, err: null, confirmationStatus: 'finalized' })
  }
  const found = await client.rpc
    .getTransaction(signature, { encoding: 'json', maxSupportedTransactionVersion: 0 })
    .send()
  expect(found?.meta).toMatchObject({ err: null, fee })
  expect(found?.transaction.message.accountKeys).toEqual(
    expect.arrayContaining([payer.address, recipient.address]),
  )
  const { value } = await client.rpc.getSignatureStatuses([signature]).send()
  expect(value[0]).toMatchObject({ err: null, confirmationStatus: 'finalized' })
})

test('transfers tokens into an account created in the same transaction', async () => {
  const recipient = await generateKeyPairSigner()
  const [source, destination] = await Promise.all([
    tokenAccountOf(bob.address),
    tokenAccountOf(recipient.address),
  ])
  const signature = await send(client, bob, [
    await getCreateAssociatedTokenIdempotentInstructionAsync({
      payer: bob,
      owner: recipient.address,
      mint: usdc,
    }),
    getTransferCheckedInstruction({
      source,
      mint: usdc,
      destination,
      authority: bob,
      amount: 1_500_000n,
      decimals: 6,
    }),
  ])
  const { value: amount } = await client.rpc.getTokenAccountBalance(destination).send()
  expect(amount).toEqual({
    amount: '1500000',
    decimals: 6,
    uiAmount: 1.5,
    uiAmountString: '1.5',
  })
  const { value: owned } = await client.rpc
    .getTokenAccountsByOwner(recipient.address, { mint: usdc }, { encoding: 'jsonParsed' })
    .send()
  expect(owned.map(({ pubkey }) => pubkey)).toEqual([destination])
  expect(owned[0]?.account.data.parsed.info).toMatchObject({
    mint: usdc,
    owner: recipient.address,
    tokenAmount: { amount: '1500000' },
  })
  const found = await client.rpc
    .getTransaction(signature, { encoding: 'jsonParsed', maxSupportedTransactionVersion: 0 })
    .send()
  const received = found?.meta?.postTokenBalances?.find(({ owner }) => owner === recipient.address)
  expect(received?.uiTokenAmount.amount).toBe('1500000')
  expect(found?.meta?.innerInstructions).not.toEqual([])
})

test('gives the first account tokens and a history', async () => {
  const { value: owned } = await client.rpc
    .getTokenAccountsByOwner(
      alice.address,
      { programId: TOKEN_PROGRAM_ADDRESS },
      { encoding: 'jsonParsed' },
    )
    .send()
  const amounts = owned.map(({ account }) => account.data.parsed.info.tokenAmount.uiAmountString)
  expect(amounts.sort()).toEqual(['480', '585'])

  const past = await client.rpc.getSignaturesForAddress(alice.address).send()
  expect(past.filter(({ err }) => err !== null)).toHaveLength(1)
  const times = past.map(({ blockTime }) => Number(blockTime))
  expect(times).toEqual([...times].sort((a, b) => b - a))
  const [first, second, third] = past
  const page = await client.rpc
    .getSignaturesForAddress(alice.address, { before: first?.signature as Signature, limit: 2 })
    .send()
  expect(page).toEqual([second, third])
})

test('rejects a failing transaction in preflight, with the reason', async () => {
  const signed = await prepare(client, alice, [
    getTransferSolInstruction({
      source: alice,
      destination: bob.address,
      amount: 1_000_000n * sol,
    }),
  ])
  const before = await balanceOf(alice.address)
  const failure = await client.sendAndConfirm(signed, { commitment: 'confirmed' }).catch((e) => e)
  expect(
    isSolanaError(failure, SOLANA_ERROR__JSON_RPC__SERVER_ERROR_SEND_TRANSACTION_PREFLIGHT_FAILURE),
  ).toBe(true)
  expect(isSolanaError(failure.cause, SOLANA_ERROR__INSTRUCTION_ERROR__CUSTOM)).toBe(true)
  expect(failure.context.logs.join('\n')).toContain('insufficient lamports')
  expect(await balanceOf(alice.address)).toBe(before)

  const { value: simulated } = await client.rpc
    .simulateTransaction(getBase64EncodedWireTransaction(signed), { encoding: 'base64' })
    .send()
  expect(simulated.err).toEqual({ InstructionError: [0n, { Custom: 1n }] })
})

test('executes a transaction once, and only with a blockhash of this chain', async () => {
  const signed = await prepare(client, alice, [
    getTransferSolInstruction({ source: alice, destination: bob.address, amount: sol }),
  ])
  const wire = getBase64EncodedWireTransaction(signed)
  const submit = (transaction: typeof wire) =>
    client.rpc.sendTransaction(transaction, { encoding: 'base64' }).send()
  await submit(wire)
  await expect(submit(wire)).rejects.toThrow()

  const other = await startLocalSolana()
  try {
    const foreign = await prepare(connect(other), alice, [
      getTransferSolInstruction({ source: alice, destination: bob.address, amount: sol }),
    ])
    const before = await balanceOf(bob.address)
    await expect(submit(getBase64EncodedWireTransaction(foreign))).rejects.toThrow()
    expect(await balanceOf(bob.address)).toBe(before)
  } finally {
    await other.stop()
  }
})

test('simulates an unsigned transaction but does not send it', async () => {
  const signed = await prepare(client, alice, [
    getTransferSolInstruction({ source: alice, destination: bob.address, amount: sol }),
  ])
  const unsigned = { ...signed, signatures: { [alice.address]: null } }
  const wire = getBase64EncodedWireTransaction(unsigned as typeof signed)
  const { value } = await client.rpc.simulateTransaction(wire, { encoding: 'base64' }).send()
  expect(value).toMatchObject({ err: null, unitsConsumed: 150n })
  const before = await balanceOf(bob.address)
  const options = { encoding: 'base64', skipPreflight: true } as const
  await expect(client.rpc.sendTransaction(wire, options).send()).rejects.toThrow()

  const forged = { ...signed, signatures: { [alice.address]: new Uint8Array(64).fill(7) } }
  const forgedWire = getBase64EncodedWireTransaction(forged as unknown as typeof signed)
  await expect(client.rpc.sendTransaction(forgedWire, options).send()).rejects.toThrow()
  expect(await balanceOf(bob.address)).toBe(before)
})

test('notifies of a changed account on both ports', async () => {
  const { address: watched } = await generateKeyPairSigner()
  const port = Number(new URL(chain.url).port)
  const guessed = createSolanaRpcSubscriptions(`ws://127.0.0.1:${port + 1}`)
  const abort = new AbortController()
  const changes = await guessed
    .accountNotifications(watched, { encoding: 'base64' })
    .subscribe({ abortSignal: abort.signal })
  // Subscribe first: the client drops earlier notifications.
  const change = changes[Symbol.asyncIterator]().next()
  await client.rpc.requestAirdrop(watched, lamports(3n * sol)).send()
  expect((await change).value?.value.lamports).toBe(3n * sol)
  abort.abort()
})

test('returns an error for each bad call, alone and in a batch', async () => {
  const post = async (body: unknown) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    const response = await fetch(chain.url, { method: 'POST', body: text })
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    return response.json()
  }
  const call = (method: string, ...params: unknown[]) => ({ jsonrpc: '2.0', id: 7, method, params })
  expect(await post('{')).toMatchObject({ id: null, error: { code: -32700 } })
  expect(await post(call('getBalance', 'nonsense'))).toMatchObject({
    id: 7,
    error: { code: -32602 },
  })
  expect(await post(call('sendTransaction', 'AAAA'))).toMatchObject({ error: { code: -32602 } })
  expect(await post([call('getHealth'), call('toString')])).toMatchObject([
    { id: 7, result: 'ok' },
    { id: 7, error: { code: -32601 } },
  ])
})

test('continues a stopped chain', async () => {
  const stateFile = join(directory, 'solana.json')
  const first = await startLocalSolana({ stateFile })
  const transfer = () =>
    getTransferSolInstruction({ source: alice, destination: bob.address, amount: sol })
  const signature = await send(connect(first), alice, [transfer()])
  const past = await connect(first).rpc.getSignaturesForAddress(alice.address).send()
  await first.stop()

  const again = await startLocalSolana({ stateFile })
  try {
    const { rpc } = connect(again)
    expect((await rpc.getBalance(bob.address).send()).value).toBe(101n * sol)
    expect(await rpc.getSignaturesForAddress(alice.address).send()).toEqual(past)
    const options = { encoding: 'base64', maxSupportedTransactionVersion: 0 } as const
    expect(await rpc.getTransaction(signature, options).send()).not.toBeNull()
    const supply = await rpc.getTokenSupply(usdc).send()
    expect(supply.value.uiAmountString).toBe('100000700')
    expect(await send(connect(again), alice, [transfer()])).not.toBe(signature)
  } finally {
    await again.stop()
  }
})

test('sets aside a chain from another genesis', async () => {
  const stateFile = join(directory, 'older.json')
  await writeFile(stateFile, JSON.stringify({ edition: 0, slot: 1, accounts: [], records: [] }))
  const fresh = await startLocalSolana({ stateFile })
  await fresh.stop()
  expect(JSON.parse(await readFile(`${stateFile}.old`, 'utf8'))).toMatchObject({ edition: 0 })
  expect(JSON.parse(await readFile(stateFile, 'utf8')).records).not.toEqual([])
})

test('names a port in use', async () => {
  const squatter = createServer()
  const port = await new Promise<number>((resolve) => {
    squatter.listen(0, '127.0.0.1', () => resolve((squatter.address() as { port: number }).port))
  })
  await expect(startLocalSolana({ port })).rejects.toMatchObject({
    name: 'LocalChainError',
    code: 'start-failed',
    message: expect.stringContaining(String(port)),
  })
  squatter.close()
})

/** A compute budget instruction: limit (2) or price (3). */
function computeBudget(kind: number, value: bigint, size: number): Instruction {
  const data = new Uint8Array(1 + size)
  data[0] = kind
  for (let i = 0; i < size; i += 1) data[1 + i] = Number((value >> BigInt(8 * i)) & 0xffn)
  return { programAddress: address('ComputeBudget111111111111111111111111111111'), data }
}

async function tokenAccountOf(owner: Address): Promise<Address> {
  const [found] = await findAssociatedTokenPda({
    mint: usdc,
    owner,
    tokenProgram: TOKEN_PROGRAM_ADDRESS,
  })
  return found
}
