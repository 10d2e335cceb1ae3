import { listFamilies } from '../lib/families.mjs'

const kB = 1024

/** Entries that a page with a provider has loaded once the account is open. */
const openModal = [
  'exports/react.ts',
  'exports/eip155.ts',
  'boot/engine.lazy.ts',
  'ui/mount.tsx',
  'ui/theme/lazyStyles.ts',
  'ui/views/account/index.ts',
  'services/provider/createProvider.ts',
  'core/config/providerData.lazy.ts',
  'core/account/portfolio/portfolio.ts',
  // A separate chunk that Send has already loaded.
  'core/account/journal/createJournal.ts',
].map((path) => `packages/latchkey/src/${path}`)

/**
 * What the product may cost, per way of using it: bytes after gzip. Lower them as we get better; never
 * raise one quietly.
 *
 * page     a page of `bench`, loaded in a browser; `until` a click or the first wallet row
 * bundle   what loads with an entry bundled alone; imports of the folder `beyond`, of packages that begin
 *          with one of `without`, and of what loads with the entries `after` are somebody else's bytes
 * site     a folder whose build left a manifest: what its entry loads at once
 */
export const budgets = [
  {
    name: 'vanilla page before a click',
    budget: 16 * kB,
    page: { name: 'vanilla', until: 'loaded' },
  },
  {
    name: 'vanilla page until the first wallet row',
    budget: 60 * kB,
    page: { name: 'vanilla', until: 'row' },
  },
  {
    name: 'react page beyond react before a click',
    budget: 16 * kB,
    page: { name: 'react', until: 'loaded', beyondLibraries: true },
  },
  {
    name: 'react page beyond react until the first row',
    budget: 44 * kB,
    page: { name: 'react', until: 'row', beyondLibraries: true },
  },
  {
    name: 'login site, first load',
    budget: 120 * kB,
    site: { folder: 'apps/login', entry: 'src/main.ts' },
  },
  {
    name: 'login connector',
    budget: 12 * kB,
    bundle: {
      entry: 'packages/latchkey/src/connectors/login/createLoginConnector.ts',
      after: openModal,
      without: ['react'],
    },
  },
  ...listFamilies().flatMap((family) => [
    {
      name: `${family} family before a click`,
      budget: 2.5 * kB,
      bundle: {
        entry: `packages/latchkey/src/families/${family}/index.ts`,
        beyond: 'packages/latchkey/src/core',
      },
    },
    {
      name: `${family} adapter without its chain library`,
      budget: 8 * kB,
      bundle: {
        entry: `packages/latchkey/src/families/${family}/adapter.ts`,
        beyond: 'packages/latchkey/src/core',
        without: ['@noble/', '@scure/', '@solana/'],
      },
    },
  ]),
  {
    name: 'pairing client (dapp role) incl. crypto',
    budget: 29 * kB,
    bundle: { entry: 'packages/pairing/src/exports/dapp.ts' },
  },
  {
    name: 'sign-in server, EVM part',
    budget: 20 * kB,
    bundle: { entry: 'packages/latchkey/src/siwx/verifiers/eip155.ts' },
  },
  {
    name: 'sign-in before a click',
    budget: 3 * kB,
    bundle: { entry: 'packages/latchkey/src/siwx/createSiwx.ts' },
  },
  {
    name: 'sign-in sessions',
    budget: 3 * kB,
    bundle: { entry: 'packages/latchkey/src/siwx/sessions.lazy.ts' },
  },
  ...['evmSession.lazy', 'solana', 'bip122', 'polkadot', 'cosmos'].map((verifier) => ({
    name: `sign-in verifier without its chain library: ${verifier.replace('.lazy', '')}`,
    budget: 4 * kB,
    bundle: {
      entry: `packages/latchkey/src/siwx/verifiers/${verifier}.ts`,
      without: ['@noble/', '@scure/'],
    },
  })),
  ...['activity', 'names', 'nfts', 'receive', 'send', 'siwx', 'wallets'].map((feature) => ({
    name: `feature: ${feature}`,
    budget: 14 * kB,
    bundle: {
      entry: `packages/latchkey/src/features/${feature}/views/index.ts`,
      after: openModal,
      without: ['react', '@noble/'],
    },
  })),
]

/** The share of every budget that must stay free, so that a fix always fits. */
export const freeShare = 0.05

/** Budgets for `npm install latchkey`. */
export const installBudget = { packages: 15, bytes: 12 * kB * kB }
