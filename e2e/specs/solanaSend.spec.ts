import { Keypair, PublicKey } from '@solana/web3.js'
import { callNode, solanaMainnet } from '../fixtures/chains.js'
import { playFeeToken } from '../fixtures/feeToken.js'
import { readJournal } from '../fixtures/journal.js'
import { settled } from '../fixtures/settled.js'
import { expect, type Site, test } from '../fixtures/site.js'
import {
  connectOnSolana,
  dollarsOn,
  lamportsOf,
  ledger,
  sol,
  solanaWallet,
  usdc,
} from '../fixtures/solana.js'
import { still } from '../fixtures/still.js'
import type { Tab } from '../fixtures/tab.js'
import { violations } from '../fixtures/violations.js'

test.use(still)

const chain = `solana:${solanaMainnet}`

const newAddress = () => Keypair.generate().publicKey.toBase58()
const tokensOf = async (address: string) => String(await dollarsOn(address))

async function openSend(site: Site, account: number) {
  const tab = await connectOnSolana(site, account)
  const { card, page } = tab
  const amount = card.getByTestId('send-amount')
  const open = () => page.evaluate(() => window.latchkey.open({ view: 'WalletSend' }))
  await open()
  return {
    ...tab,
    amount,
    open,
    recipient: card.getByTestId('send-receiver'),
    preview: card.getByTestId('send-preview-button'),
    confirm: card.getByTestId('send-confirm'),
    short: card.getByTestId('send-short'),
    requested: tab.wallet(solanaWallet.rdns),
    async choose(symbol: string) {
      await card.getByTestId('send-token-button').click()
      await card.getByTestId(`send-token-${symbol}`).click()
      await expect(amount).toBeEnabled()
    },
    /** Fills in the form and continues to the review, until the fee is shown. */
    async review(text: string, to: string) {
      await amount.fill(text)
      await card.getByTestId('send-receiver').fill(to)
      await card
        .getByTestId('send-preview-button')
        .and(card.locator(':not([aria-disabled])'))
        .click()
      await expect(card.getByTestId('send-fee')).toBeVisible()
    },
  }
}

/** The signature of this browser's newest transfer. */
const signatureIn = async ({ page }: Tab) => (await readJournal(page))[0]?.hash ?? ''

const confirmed = ({ card }: Tab) => card.getByTestId('send-confirmed-amount')

test('sends SOL, then a token to a recipient without a token account', async ({ site }) => {
  const tab = await openSend(site, 0)
  const { card, page } = tab
  const { address: own = '' } = await tab.account()
  const recipient = newAddress()

  await tab.choose('SOL')
  await tab.recipient.fill('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266')
  await expect(card.getByTestId('send-receiver-problem')).toHaveText(/another network/)
  await tab.review('0,25', recipient)
  const shown = await card.getByTestId('send-review-address').innerText()
  expect(shown.replaceAll(/\s/g, '')).toBe(recipient)
  await settled(page)
  expect(await violations(page)).toEqual([])
  const before = await lamportsOf(own)
  await tab.confirm.click()
  await expect(confirmed(tab)).toHaveText('0.25 SOL')
  const signature = await signatureIn(tab)
  const done = await ledger().getParsedTransaction(signature, 'confirmed')
  expect(await lamportsOf(recipient)).toBe(sol / 4)
  expect(before - (await lamportsOf(own))).toBe(sol / 4 + (done?.meta?.fee ?? 0))
  await expect(card.getByTestId('send-explorer')).toHaveAttribute(
    'href',
    `https://explorer.solana.com/tx/${signature}`,
  )
  await card.getByTestId('send-done').click()

  await tab.open()
  await tab.choose('USDC')
  await expect(card.locator('.recent')).toHaveText(
    `${recipient.slice(0, 4)}…${recipient.slice(-6)}`,
  )
  // A transfer fee would be shown before sending.
  const unplay = await playFeeToken(page, { mint: usdc, owner: new PublicKey(own) })
  await tab.review('1.234567', recipient)
  await expect(card.getByTestId('send-arrives')).toContainText('1.222221 USDC')
  await expect(card.getByTestId('send-arrives')).toContainText('0.012346 USDC')
  await tab.back.click()
  await unplay()
  await tab.review('1.234567', recipient)
  await expect(card.getByTestId('send-acquaintance')).toHaveText('Sent to before')
  await expect(card.getByTestId('send-deposit')).toHaveText('0.00203928 SOL')
  await tab.confirm.click()
  await expect(confirmed(tab)).toHaveText('1.234567 USDC')
  expect(await tokensOf(recipient)).toBe('1234567')

  await card.getByTestId('send-done').click()
  await card.getByRole('tab', { name: 'Activity' }).click()
  await expect(card.getByTestId('activity-row').first()).toContainText('1.234 USDC')
})

test('keeps the rent-exempt minimum; a declined request loses nothing', async ({ site }) => {
  const tab = await openSend(site, 2)
  const { card } = tab
  const [poor = ''] = await tab.requested.addressesOn(chain, 12)
  await callNode('SOLANA', 'requestAirdrop', poor, sol / 100 - (await lamportsOf(poor)))
  await expect.poll(() => lamportsOf(poor)).toBe(sol / 100)
  await tab.requested.setAccounts([12], 'solana')
  await expect.poll(async () => (await tab.account()).address).toBe(poor)

  await tab.choose('SOL')
  const recipient = newAddress()
  await tab.review('0.0099', recipient)
  await expect(tab.short).toContainText('at least 0.00089088 SOL')
  await expect(tab.confirm).toHaveAttribute('aria-disabled', 'true')
  await tab.back.click()
  // Less than the rent of a new account.
  await tab.amount.fill('0.0001')
  await tab.preview.click()
  await expect(card.getByTestId('send-fee-unknown')).toContainText('This address is new')
  await tab.back.click()
  await card.getByTestId('send-max').click()
  await expect(tab.amount).toHaveValue(/^0\.0090\d+$/)
  const most = await tab.amount.inputValue()
  await tab.preview.click()
  await expect(card.getByTestId('send-fee')).toBeVisible()

  await tab.requested.setScript('refuse', 'solana_signTransaction')
  await tab.confirm.click()
  await expect(tab.toast).toHaveText('Request declined in the wallet')
  await tab.requested.setScript('approve', 'solana_signTransaction')
  await tab.confirm.click()
  await expect(confirmed(tab)).toHaveText(`${most} SOL`)
  expect(await lamportsOf(recipient)).toBe(Math.round(Number(most) * sol))
  expect(await lamportsOf(poor)).toBeGreaterThanOrEqual(890_880)
})

test('waits for a slow wallet, also in the background', async ({ site }) => {
  const tab = await openSend(site, 3)
  const { card, page } = tab
  await tab.requested.setScript('delay', 'solana_signTransaction')
  await tab.choose('SOL')
  const recipient = newAddress()
  await tab.review('0.5', recipient)
  await tab.confirm.click()
  await expect(card.getByTestId('send-asking')).toContainText('Approve in Polyglot')
  await card.getByTestId('send-hide').click()
  await card.getByRole('tab', { name: 'Activity' }).click()
  await expect(card.getByTestId('activity-row').first()).toContainText('0.5 SOL')
  await page.evaluate(() => window.latchkey.close())
  await expect.poll(() => tab.requested.pending()).toHaveLength(1)
  await tab.requested.settle('approve')
  await expect.poll(() => lamportsOf(recipient)).toBe(sol / 2)
  expect(await signatureIn(tab)).not.toBe('')
})
