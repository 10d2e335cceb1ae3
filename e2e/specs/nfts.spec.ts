import { callNode, solanaMainnet, urlOf } from '../fixtures/chains.js'
import { findLayoutProblems } from '../fixtures/layoutProblems.js'
import { payloads } from '../fixtures/payloads.js'
import { settled } from '../fixtures/settled.js'
import { expect, type Site, test, type Visit } from '../fixtures/site.js'
import type { Tab } from '../fixtures/tab.js'
import { violations } from '../fixtures/violations.js'
import { fox, polyglot } from '../fixtures/wallets.js'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

type Nft = {
  readonly standard: 'ERC721' | 'ERC1155'
  readonly collection: { readonly address: string; readonly name: string | null }
  readonly tokenId: string
  readonly quantity: string
  readonly name: string | null
  readonly image: string | null
}

async function openNfts(site: Site, visit: Visit = {}, prepare?: (tab: Tab) => Promise<void>) {
  const tab = await site.open({ provider: true, ...visit })
  await prepare?.(tab)
  await tab.connect()
  await tab.button.click()
  await tab.card.getByTestId('tab-nfts').click()
  return tab
}

/** False responses of the provider. */
const answerWith = (answer: (cursor: string | null) => object) => async (tab: Tab) => {
  await tab.page.route(`${urlOf('PROVIDER')}/v1/account/*/nfts*`, (route) => {
    const cursor = new URL(route.request().url()).searchParams.get('cursor')
    const headers = { 'access-control-allow-origin': '*' }
    const json = answer(cursor)
    return route.fulfill({ headers, json, status: 'data' in json ? 200 : 503 })
  })
}

const nft = (tokenId: number, more: object = {}) => ({
  chainId: 'eip155:1',
  standard: 'ERC721',
  collection: { address: '0x00000000000000000000000000000000000000C0', name: 'Keys' },
  tokenId: String(tokenId),
  quantity: '1',
  name: `Key ${tokenId}`,
  description: null,
  image: null,
  isSpam: false,
  ...more,
})

/** Nothing is cut or inaccessible, in either theme. */
async function expectFit({ page }: Tab) {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    await expect(page.locator('latchkey-modal')).toHaveAttribute('data-theme', colorScheme)
    await settled(page)
    expect(await violations(page), colorScheme).toEqual([])
  }
  await expect.poll(() => findLayoutProblems(page)).toEqual([])
}

const word = (value: string) => BigInt(value).toString(16).padStart(64, '0')

/** The first page of the provider for an account. */
async function fetchNfts(account: string): Promise<readonly Nft[]> {
  const query = 'projectId=latchkey-development&chainId=eip155:1'
  const response = await fetch(`${urlOf('PROVIDER')}/v1/account/${account}/nfts?${query}`)
  const { data } = (await response.json()) as { data: readonly Nft[] }
  return data
}

/** The account's quantity on the chain. */
async function ownedOnChain(account: string, { standard, collection, tokenId }: Nft) {
  const data =
    standard === 'ERC721'
      ? `0x6352211e${word(tokenId)}` // ownerOf
      : `0x00fdd58e${word(account)}${word(tokenId)}` // balanceOf
  const call = { to: collection.address, data }
  const answer = BigInt(String(await callNode('CHAIN_1', 'eth_call', call, 'latest')))
  if (standard === 'ERC1155') return answer
  return answer === BigInt(account) ? 1n : 0n
}

test('shows the chain’s NFTs, each with its own page', async ({ site, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  site.expectConsoleError(/Failed to load resource/) // one picture is broken on purpose
  const tab = await openNfts(site, {})
  const cards = tab.card.getByTestId('nft-card')
  await expect(cards.first()).toBeVisible()
  const account = String((await tab.account()).address)
  const answered = await fetchNfts(account)
  expect(answered.length).toBeGreaterThan(8)
  for (const one of answered) {
    expect(await ownedOnChain(account, one), one.name ?? one.tokenId).toBe(BigInt(one.quantity))
  }

  await expectFit(tab)

  const several = answered.find(({ quantity }) => quantity === '3')
  await cards.filter({ hasText: '×3' }).click()
  await expect(tab.title).toHaveText('Collectible')
  const page = tab.card.getByTestId('nft')
  await expect(page.getByRole('heading')).toHaveText(String(several?.name))
  await expect(page).toContainText('You own3')
  await expect(page).toContainText('ERC-1155')
  await expect(page.locator('img')).toHaveAttribute('data-shown', 'true')
  await expect(page.getByTestId('nft-explorer')).toHaveAttribute(
    'href',
    `https://etherscan.io/token/${several?.collection.address}?a=${several?.tokenId}`,
  )
  await expectFit(tab)
  await page.getByTestId('nft-copy-id').click()
  expect(await tab.page.evaluate(() => navigator.clipboard.readText())).toBe(several?.tokenId)

  // Returns to the same position with the focus on it.
  await tab.back.click()
  await expect(cards.filter({ hasText: '×3' })).toBeFocused()
  await expect(cards.filter({ hasText: '×3' })).toBeInViewport()
  await tab.card.getByTestId('nft-grid').getByText('Broken picture').click()
  await expect(page).toContainText('Picture unavailable')
  await tab.back.click()
  await tab.card.getByTestId('nft-grid').getByText('A very long name').click()
  await expect(page.getByRole('heading')).toContainText('A very long name')
  await tab.page.setViewportSize({ width: 320, height: 640 })
  await expectFit(tab)
})

test('shows NFTs of Solana by their addresses', async ({ site }, testInfo) => {
  const solana = {
    chainId: `solana:${solanaMainnet}`,
    tokenId: '0',
    quantity: '1',
    description: 'A piece of the local chain.',
    image: null,
    isSpam: false,
  }
  const mint = 'DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263'
  const asset = 'JUPyiwrYJFskUPiHa7hkeR8VUtAeFoSYbKedZNsDvCN'
  const data = [
    {
      ...solana,
      standard: 'SPL',
      collection: { address: mint, name: 'Signals' },
      name: 'Signal 1',
    },
    { ...solana, standard: 'CNFT', collection: { address: asset, name: null }, name: 'Key 7' },
  ]
  const tab = await site.open({
    provider: true,
    page: 'families',
    networks: ['solanaMainnet'],
    wallets: [{ ...polyglot, families: ['solana'] }],
  })
  await answerWith(() => ({ data, next: null }))(tab)
  await tab.connect('announced:polyglot')
  await tab.button.click()
  await tab.card.getByTestId('tab-nfts').click()
  const cards = tab.card.getByTestId('nft-card')
  await expect(cards).toHaveCount(2)
  await expectFit(tab)
  await tab.page.screenshot({ path: testInfo.outputPath('solana-nfts.png') })
  await cards.filter({ hasText: 'Key 7' }).click()
  const page = tab.card.getByTestId('nft')
  await expect(page).toContainText('Compressed NFT')
  await expect(page).not.toContainText('Token ID')
  await expect(page).toContainText('AddressJUP')
  await expect(page.getByTestId('nft-explorer')).toHaveAttribute('href', /\/JUPyiwrY[^?]*$/)
  await expectFit(tab)
  await tab.page.screenshot({ path: testInfo.outputPath('solana-nft.png') })
})

test('shows an empty state when there are no NFTs', async ({ site }) => {
  const tab = await openNfts(site, { wallets: [{ ...fox, accounts: [5] }] })
  await expect(tab.card.getByTestId('nfts-empty')).toContainText('No collectibles yet')
  await tab.card.getByRole('button', { name: 'Receive funds' }).click()
  await expect(tab.title).toHaveText('Receive')
})

test('loads more near the end, and keeps loaded NFTs on failure', async ({ site }) => {
  site.expectConsoleError(/Failed to load resource/)
  let isDown = true
  const page = (from: number) => Array.from({ length: 24 }, (_, index) => nft(from + index))
  const tab = await openNfts(
    site,
    {},
    answerWith((cursor) => {
      if (cursor === null) return { data: page(1), next: 'two' }
      if (cursor === 'two') return isDown ? {} : { data: page(25), next: 'three' }
      // Unsolicited items are behind a button.
      return { data: [nft(49), nft(50, { isSpam: true, name: 'Claim now' })], next: null }
    }),
  )
  const grid = tab.card.getByTestId('nft-grid')
  const cards = tab.card.getByTestId('nft-card')
  await cards.first().focus()
  await tab.page.keyboard.press('Control+End')
  await expect(cards.filter({ hasText: /^Key 24/ })).toBeFocused()
  const failed = tab.card.getByTestId('nfts-failed')
  await expect(failed).toContainText('could not be loaded')
  await expectFit(tab)
  await expect(grid).toHaveAttribute('aria-rowcount', '12')
  isDown = false
  await failed.getByRole('button', { name: 'Try again' }).click()
  await expect(failed).toBeHidden()
  await cards.filter({ hasText: /^Key 24/ }).focus()
  for (const last of ['Key 48', 'Key 49']) {
    await expect
      .poll(async () => {
        await tab.page.keyboard.press('Control+End')
        return cards.filter({ hasText: last }).count()
      })
      .toBe(1)
  }
  // Only visible items are rendered.
  expect(await cards.count()).toBeLessThan(30)
  await expect(tab.card).not.toContainText('Claim now')
  await tab.card.getByTestId('nfts-hidden').click()
  await expect(cards.filter({ hasText: 'Claim now' })).toContainText('Possible spam')
})

test('shows hostile text as text and drops hostile images', async ({ site }) => {
  const attacks = payloads()
  expect(attacks).toHaveLength(400)
  // Each attack is in every field at once; as an image it must not be requested.
  const hostile = attacks.map((attack, index) =>
    nft(index, {
      name: attack,
      description: attack,
      image: attack,
      collection: { address: '0x00000000000000000000000000000000000000C0', name: attack },
    }),
  )
  const tab = await openNfts(
    site,
    { before: () => Object.assign(window, { __executed: [] }) },
    answerWith(() => ({ data: hostile, next: null })),
  )
  const address = tab.page.url()
  const cards = tab.card.getByTestId('nft-card')
  await expect(cards.first()).toBeVisible()
  await expect(cards.locator('img')).toHaveCount(0)
  await expect(cards.first()).toContainText(attacks[0] ?? '')
  // Each is rendered once.
  await cards.first().focus()
  for (let row = 0; row < hostile.length / 2; row += 1) await tab.page.keyboard.press('PageDown')
  await tab.page.keyboard.press('End')
  await expect(cards.filter({ hasText: attacks.at(-1) ?? '' })).toBeFocused()
  await tab.page.keyboard.press('Enter')
  await expect(tab.card.getByTestId('nft').getByRole('heading')).toHaveText(attacks.at(-1) ?? '')
  const made = await tab.page.evaluate(() => {
    const root = document.querySelector('latchkey-modal')?.shadowRoot
    return {
      executed: (window as unknown as { __executed: unknown[] }).__executed,
      foreign: root?.querySelectorAll(
        'script, iframe, object, embed, style, form, .nft a[href*=evil]',
      ).length,
    }
  })
  expect(made).toEqual({ executed: [], foreign: 0 })
  expect(tab.page.url()).toBe(address)
})
