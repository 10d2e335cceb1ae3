import type { Locator } from '@playwright/test'
import { sessionsVisit } from '../fixtures/sessions.js'
import { expect, test } from '../fixtures/site.js'
import { still } from '../fixtures/still.js'
import { navigate, type ViewState, viewStates } from '../fixtures/views.js'
import { fox } from '../fixtures/wallets.js'

test.use(still)

/** What an element says: its label, hint and text. */
const wordsOf = (locator: Locator) =>
  locator
    .first()
    .evaluate((element) =>
      [
        element.tagName.toLowerCase(),
        element.getAttribute('aria-label'),
        element.getAttribute('placeholder'),
        element.textContent,
      ].join(' '),
    )

const moreStates: readonly ViewState[] = [
  {
    name: 'connect-provider',
    visit: { provider: true },
    navigate: (tab) => tab.openModal(),
  },
  {
    name: 'connect-external',
    visit: {
      page: 'connectors',
      before: () => Object.assign(window, { __connectors: { coinbase: {} } }),
    },
    navigate: (tab) => tab.openModal(),
  },
  {
    name: 'account-nfts',
    visit: { provider: true, wallets: [{ ...fox, accounts: [5] }] },
    navigate: async (tab) => {
      await tab.connect()
      await tab.button.click()
      await tab.card.getByTestId('tab-nfts').click()
    },
  },
  {
    name: 'account-sessions',
    visit: sessionsVisit({ login: false, wallets: [fox] }),
    navigate: async (tab) => {
      await tab.connect()
      await tab.button.click()
    },
  },
]

/** The views, and what the element of each test id says. */
const testIds: { readonly [state: string]: { readonly [testId: string]: RegExp } } = {
  'connect-one': {
    'connect-button': /^button .*Connect Wallet/,
    'w3m-network-button': /^button .*Ethereum/,
    'w3m-modal-card': /Connect/,
    'w3m-header-text': /^h1 .*Connect/,
    'w3m-header-close': /^button Close/,
    'w3m-connect-scroll-view': /Fox/,
    'wallet-selector-com.example.fox': /^button .*Fox/,
  },
  'connect-provider': { 'ux-branding-reown': /Latchkey/ },
  'connect-external': {
    'wallet-selector-coinbasewallet': /^button .*Coinbase/,
    'wallet-selector-external-coinbaseWallet': /^li .*Coinbase/,
  },
  'connect-consent': { 'w3m-legal-checkbox': /Terms/ },
  'connect-login': {
    'wui-email-input': /^input .*email/i,
    'w3m-email-login-or-separator': /or/i,
    'w3m-social-login-widget': /Google/,
    'social-selector-google': /^button .*Google/,
  },
  'pairing-code': {
    'wui-qr-code': /./,
    'copy-wc2-uri': /^button .*Copy/,
    'header-back': /^button Back/,
  },
  'all-wallets': {
    'wui-input-text': /^input .*Search/i,
    'wallet-list': /Heron/,
    'wallet-search-item-otter': /^button .*Otter/,
  },
  'account-empty': {
    'account-button': /^button .*0x/,
    'w3m-account-select-network': /^button .*network/i,
    'w3m-account-default-send-button': /^button .*Send/,
    'w3m-account-default-swaps-button': /^button .*Swap/,
    'w3m-account-default-fund-wallet-button': /^button .*Fund/,
    'w3m-account-default-activity-button': /Activity/,
    'tab-tokens': /^button .*Tokens/,
    'tab-nfts': /^button .*NFTs/,
    'tab-activity': /^button .*Activity/,
    'buy-crypto': /^button .*Buy/,
    'receive-funds': /^button .*Receive/,
    'w3m-account-onramp-button': /Buy/,
    'w3m-account-receive-button': /Receive/,
    'wui-wallet-switch': /^button/,
    'disconnect-button': /^button .*Disconnect/,
  },
  'account-nfts': {
    'nft-template-title': /collectibles/,
    'nft-template-description': /./,
    'link-receive-funds': /^button .*Receive/,
  },
  'account-sessions': { 'w3m-header-smart-sessions': /^button Smart Sessions/ },
  'wallets-several': {
    'wui-active-profile-wallet-item': /0x/,
    'active-connection': /0x/,
    'recent-connection': /./,
    'recently-connected-text': /Recent/,
    'balance-amount': /\d/,
    'add-connection-button': /^button .*Add/,
    'wui-snackbar-message': /disconnected/,
  },
  'wallets-none': {
    'empty-template': /No wallet connected/,
    'empty-state-text': /^p .*No wallet connected/,
    'empty-state-description': /^p/,
    'empty-state-button': /^button/,
  },
  receive: { 'receive-address-copy-button': /^button .*Copy/, 'wui-qr-code': /./ },
  'fund-wallet': {
    'wallet-features-onramp-button': /Buy/,
    'wallet-features-receive-button': /Receive/,
    'wallet-features-deposit-from-exchange-button': /^button .*exchange/i,
  },
  deposit: { 'deposit-from-exchange-asset-button': /^button .*ETH/ },
  'networks-list': { 'w3m-network-switch-Base': /^button .*Base/ },
  'switch-network-declined': {
    'w3m-connecting-widget-secondary-button': /^button .*Try again/i,
    'w3m-switch-network-button': /Try again/i,
  },
  'unsupported-chain': {
    'w3m-network-switch-Ethereum': /^button .*Ethereum/,
    'disconnect-button': /^button .*Disconnect/,
  },
  'sign-in': {
    'w3m-connecting-siwe-sign': /^button .*Sign/,
    'w3m-connecting-siwe-cancel': /^button .*Cancel/,
  },
  'swap-details': {
    'swap-input-sourceToken': /./,
    'swap-input-toToken': /./,
    'swap-input-token-sourceToken': /^button .*ETH/,
    'swap-action-button': /^button .*(Review|Swap)/,
  },
  'swap-empty': { 'swap-select-token-button-toToken': /^button .*Select/i },
  'swap-tokens': {
    'swap-select-token-search-input': /^input .*Search/i,
    'swap-select-token-item-USDC': /^button .*USDC/,
  },
  'register-name-taken': { 'wui-ens-input': /^input/ },
  buy: { 'onramp-provider-meld': /./ },
  pay: { 'wallet-payment-option': /^button .*0x|Pay/ },
  'account-settings': {
    'account-settings-address': /^button .*0x/,
    'account-switch-network-button': /^button .*Ethereum/,
    'w3m-account-email-update': /@/,
  },
  'alert-bar': { 'wui-alertbar-text': /Project ID/ },
}

for (const [name, expected] of Object.entries(testIds)) {
  test(`${name} has the test ids of AppKit`, async ({ site }) => {
    const state = [...viewStates, ...moreStates].find((one) => one.name === name)
    if (!state) throw new Error(`There is no state ${name}`)
    const { page } = await navigate(site, state)
    for (const [testId, words] of Object.entries(expected)) {
      const element = page.getByTestId(testId)
      await expect(element.first(), testId).toBeVisible()
      await expect.poll(() => wordsOf(element), { message: testId }).toMatch(words)
    }
  })
}
