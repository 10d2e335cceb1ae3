import type { TokenSettings } from '@latchkey/provider/ChainSettings'
import { type Address, address, lamports } from '@solana/kit'
import { getTransferSolInstruction, SYSTEM_PROGRAM_ADDRESS } from '@solana-program/system'
import {
  findAssociatedTokenPda,
  getCreateAssociatedTokenIdempotentInstructionAsync,
  getMintEncoder,
  getMintToInstruction,
  getTransferCheckedInstruction,
  TOKEN_PROGRAM_ADDRESS,
} from '@solana-program/token'
import { testPhrase } from '../testAccounts.js'
import type { Ledger } from './Ledger.js'
import { sendInstructions } from './sendInstructions.js'
import { deriveSolanaAccount, type SolanaTestAccount } from './testKeys.js'

export type SolanaAccounts = {
  readonly accounts: readonly SolanaTestAccount[]
  readonly faucet: SolanaTestAccount
}

/** Increase with every change of the genesis; older ledgers are recreated. */
export const solanaEdition = 2

/** Makes the signatures of the genesis the same in every run. */
export const genesisSeed = 'latchkey genesis'

const accountCount = 10
const sol = 1_000_000_000n
const accountSol = 100n * sol
const faucetSol = 1_000_000n * sol
const faucetTokens = 100_000_000n
const day = 86_400

/** Main-network addresses, which clients know. */
export const solanaTokens = [
  {
    address: address('EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'),
    name: 'USD Coin',
    symbol: 'USDC',
    decimals: 6,
  },
  {
    address: address('Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB'),
    name: 'Tether USD',
    symbol: 'USDT',
    decimals: 6,
  },
] as const satisfies readonly TokenSettings[]

const [usdc, usdt] = solanaTokens

export async function deriveSolanaAccounts(): Promise<SolanaAccounts> {
  const all = await Promise.all(
    Array.from({ length: accountCount + 1 }, (_, i) => deriveSolanaAccount(testPhrase, i)),
  )
  return { accounts: all.slice(0, accountCount), faucet: all[accountCount] as SolanaTestAccount }
}

/** Fills an empty ledger: funded accounts, two tokens and a month of history for the first two accounts. */
export async function makeSolanaGenesis(
  ledger: Ledger,
  { accounts, faucet }: SolanaAccounts,
  now: number,
): Promise<void> {
  const [alice, bob] = accounts as [SolanaTestAccount, SolanaTestAccount]
  fund(ledger, faucet.address, faucetSol)
  for (const account of accounts) fund(ledger, account.address, accountSol)

  for (const token of solanaTokens) {
    setMint(ledger, token.address, token.decimals, faucet.address)
    const mint = (owner: Address, units: bigint) =>
      mintTo(ledger, faucet, token, owner, units, now - 30 * day)
    await mint(faucet.address, faucetTokens)
    await mint(alice.address, 500n)
    await mint(bob.address, 200n)
  }

  const pay = (from: SolanaTestAccount, to: Address, amount: bigint) =>
    getTransferSolInstruction({ source: from, destination: to, amount })
  const history: readonly [daysAgo: number, from: SolanaTestAccount, Instructions][] = [
    [28, faucet, [pay(faucet, alice.address, 5n * sol)]],
    [20, bob, [await give(usdc, bob, alice.address, 75_000_000n)]],
    [15, alice, [pay(alice, bob.address, (5n * sol) / 4n)]],
    [9, alice, [await give(usdt, alice, bob.address, 20_000_000n)]],
    // More than the balance: it fails on chain and still pays its fee.
    [4, alice, [pay(alice, bob.address, 1_000_000n * sol)]],
    [1, faucet, [await give(usdc, faucet, alice.address, 10_000_000n)]],
  ]
  for (const [daysAgo, from, instructions] of history) {
    ledger.advanceSlot()
    await sendInstructions(ledger, from, instructions, {
      at: now - daysAgo * day,
      skipPreflight: true,
    })
  }
  // The history changed both balances; every account starts with the same round amount.
  for (const { address: holder } of [alice, bob]) fund(ledger, holder, accountSol)
}

type LocalToken = (typeof solanaTokens)[number]

async function mintTo(
  ledger: Ledger,
  authority: SolanaTestAccount,
  { address: mint, decimals }: LocalToken,
  owner: Address,
  units: bigint,
  at: number,
): Promise<void> {
  const instructions = [
    await getCreateAssociatedTokenIdempotentInstructionAsync({ payer: authority, owner, mint }),
    getMintToInstruction({
      mint,
      token: await tokenAccountOf(mint, owner),
      mintAuthority: authority,
      amount: units * 10n ** BigInt(decimals),
    }),
  ]
  ledger.advanceSlot()
  await sendInstructions(ledger, authority, instructions, { at })
}

type Instructions = Parameters<typeof sendInstructions>[2]

async function give(token: LocalToken, from: SolanaTestAccount, to: Address, amount: bigint) {
  return getTransferCheckedInstruction({
    source: await tokenAccountOf(token.address, from.address),
    mint: token.address,
    destination: await tokenAccountOf(token.address, to),
    authority: from,
    amount,
    decimals: token.decimals,
  })
}

async function tokenAccountOf(mint: Address, owner: Address): Promise<Address> {
  const [found] = await findAssociatedTokenPda({
    mint,
    owner,
    tokenProgram: TOKEN_PROGRAM_ADDRESS,
  })
  return found
}

function fund(ledger: Ledger, holder: Address, amount: bigint): void {
  ledger.setAccount({
    address: holder,
    lamports: lamports(amount),
    data: new Uint8Array(),
    executable: false,
    programAddress: SYSTEM_PROGRAM_ADDRESS,
  })
}

function setMint(ledger: Ledger, mint: Address, decimals: number, authority: Address): void {
  const data = getMintEncoder().encode({
    mintAuthority: authority,
    supply: 0n,
    decimals,
    isInitialized: true,
    freezeAuthority: null,
  }) as Uint8Array
  ledger.setAccount({
    address: mint,
    lamports: lamports(BigInt(ledger.minimumBalance(data.length))),
    data,
    executable: false,
    programAddress: TOKEN_PROGRAM_ADDRESS,
  })
}
