import { createPublicKey, verify } from 'node:crypto'
import {
  ComputeBudgetProgram,
  Connection,
  Keypair,
  PublicKey,
  Transaction,
  TransactionInstruction,
} from '@solana/web3.js'
import { callNode, urlOf } from '../fixtures/chains.js'
import { clickUntilGone, confirm, logIn, loginFrame } from '../fixtures/login.js'
import { expect, test } from '../fixtures/site.js'
import { still } from '../fixtures/still.js'

test.use(still)

const sol = 1_000_000_000
const lamportsOf = (address: string) =>
  new Connection(urlOf('SOLANA'), 'confirmed').getBalance(new PublicKey(address))

/** A Node ed25519 public key from the 32 bytes of an address. */
function keyOf(address: string) {
  const prefix = Buffer.from('302a300506032b6570032100', 'hex')
  const key = Buffer.concat([prefix, new PublicKey(address).toBytes()])
  return createPublicKey({ key, format: 'der', type: 'spki' })
}

test('one log-in has an account in both families, and signs and sends on Solana', async ({
  site,
}) => {
  const tab = await site.open({
    page: 'families',
    networks: ['mainnet', 'solanaMainnet'],
    login: true,
    wallets: [],
  })
  const { card, page } = tab
  const accountOn = (namespace: 'eip155' | 'solana') =>
    page.evaluate((wanted) => window.latchkey.getAccount(wanted), namespace)
  await logIn(tab)
  expect((await accountOn('eip155')).embeddedWalletInfo?.accountType).toBe('smartAccount')
  await expect.poll(async () => (await accountOn('solana')).isConnected).toBe(true)
  const onSolana = await accountOn('solana')
  expect(onSolana.embeddedWalletInfo).toMatchObject({
    accountType: 'eoa',
    isSmartAccountDeployed: false,
  })
  const own = onSolana.address ?? ''
  // Loaded long before it is needed.
  await callNode('SOLANA', 'requestAirdrop', own, sol)

  await tab.networkButton.click()
  await tab.networkRow('Solana').click()
  await expect.poll(async () => (await tab.account()).address).toBe(own)

  const text = 'Sign this on Solana'
  const signing = page.evaluate(async (message) => {
    type Provider = { signMessage(bytes: Uint8Array): Promise<Uint8Array> }
    const provider = window.latchkey.getProvider('solana') as Provider
    return [...(await provider.signMessage(new TextEncoder().encode(message)))]
  }, text)
  await expect(loginFrame(tab).getByText(text)).toBeVisible()
  await confirm(tab)
  const signature = Uint8Array.from(await signing)
  expect(verify(null, Buffer.from(text), keyOf(own), signature)).toBe(true)

  await expect.poll(() => lamportsOf(own)).toBe(sol)
  const recipient = Keypair.generate().publicKey.toBase58()
  await page.evaluate(() => window.latchkey.open({ view: 'WalletSend' }))
  await card.getByTestId('send-token-button').click()
  await card.getByTestId('send-token-SOL').click()
  await card.getByTestId('send-amount').fill('0.3')
  await card.getByTestId('send-receiver').fill(recipient)
  await card.getByTestId('send-preview-button').and(card.locator(':not([aria-disabled])')).click()
  await expect(card.getByTestId('send-fee')).toBeVisible()
  await card.getByTestId('send-confirm').click()
  await confirm(tab)
  await expect(card.getByTestId('send-confirmed-amount')).toHaveText('0.3 SOL')
  expect(await lamportsOf(recipient)).toBe((sol * 3) / 10)

  await page.reload()
  await expect.poll(async () => (await accountOn('solana')).address).toBe(own)
  await expect.poll(async () => (await accountOn('eip155')).isConnected).toBe(true)
  expect((await tab.account()).address).toBe(own)
})

/** A memo transaction with a priority fee in lamports. */
async function noteWithFee(payer: PublicKey, lamports: number): Promise<number[]> {
  const transaction = new Transaction().add(
    ComputeBudgetProgram.setComputeUnitLimit({ units: 1_000_000 }),
    ComputeBudgetProgram.setComputeUnitPrice({ microLamports: lamports }),
    new TransactionInstruction({
      programId: new PublicKey('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'),
      keys: [],
      data: Buffer.from('gm'),
    }),
  )
  transaction.feePayer = payer
  const { blockhash } = await new Connection(urlOf('SOLANA'), 'confirmed').getLatestBlockhash()
  transaction.recentBlockhash = blockhash
  return [...transaction.serialize({ requireAllSignatures: false })]
}

test('shows the full fee of a Solana memo, and rejects one that is too high', async ({ site }) => {
  const tab = await site.open({
    page: 'families',
    networks: ['solanaMainnet'],
    login: true,
    wallets: [],
  })
  const { page } = tab
  await logIn(tab)
  const account = () => page.evaluate(() => window.latchkey.getAccount('solana'))
  await expect.poll(async () => (await account()).isConnected).toBe(true)
  const own = new PublicKey((await account()).address ?? '')
  await callNode('SOLANA', 'requestAirdrop', own.toBase58(), 20 * sol)
  await expect.poll(() => lamportsOf(own.toBase58())).toBe(20 * sol)
  const sign = async (lamports: number) =>
    page.evaluate(
      (bytes) => {
        type Provider = { signTransaction(bytes: Uint8Array): Promise<unknown> }
        const provider = window.latchkey.getProvider('solana') as Provider
        return provider.signTransaction(Uint8Array.from(bytes)).then(
          () => 'signed',
          () => 'rejected',
        )
      },
      await noteWithFee(own, lamports),
    )
  const frame = loginFrame(tab)

  const rejected = sign(14.2 * sol)
  await expect(frame.getByTestId('approve-rejection')).toContainText('Network fee too high')
  await expect(frame.getByTestId('approve-fee')).toContainText('14.200005 SOL')
  await expect(frame.getByTestId('approve-confirm')).toBeHidden()
  await clickUntilGone(tab, 'approve-reject')
  expect(await rejected).toBe('rejected')

  const high = sign(0.1 * sol)
  await expect(frame.getByTestId('approve-danger')).toContainText('Very high network fee')
  await expect(frame.getByTestId('approve-changes')).toHaveText(/−0\.100005 SOL/)
  await expect(frame.getByTestId('approve-confirm')).toHaveAttribute('aria-disabled', 'true')
  await frame.getByTestId('approve-tick').click()
  await confirm(tab)
  expect(await high).toBe('signed')
})
