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

/** What verifies a sign-in of each family. */
const signInVerifiers = listFamilies().map((family) => [
  family,
  family === 'eip155' ? 'siwx/verifiers/evmSession.lazy' : `families/${family}/verifyMessage`,
])

/**
 * Size limits of the product per use, in bytes after gzip. Lower them when sizes shrink; raise one only
 * with a reason.
 *
 * page     a page of `bench`, loaded in a browser; `until` a click or the first wallet row
 * bundle   what loads with an entry bundled alone, without the folder `beyond`, packages whose names begin
 *          with one of `without`, and what the entries `after` have loaded
 * site     a folder with a build manifest: what its entry loads at once
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
    name: 'sign-in server without verifiers',
    budget: 6 * kB,
    bundle: { entry: 'packages/latchkey/src/exports/siwx/server.ts' },
  },
  {
    name: 'sign-in server: eip155',
    budget: 14 * kB,
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
  {
    name: 'all wallets of the list with their pictures',
    budget: 32 * kB,
    bundle: { entry: 'packages/latchkey/src/exports/wallets.ts' },
  },
  {
    name: 'all pictures of networks',
    budget: 24 * kB,
    bundle: { entry: 'packages/latchkey/src/exports/networks/images.ts' },
  },
  {
    name: 'tags of AppKit beyond the elements',
    budget: 1 * kB,
    bundle: {
      entry: 'packages/latchkey/src/exports/appkit.ts',
      after: ['packages/latchkey/src/exports/index.ts'],
    },
  },
  {
    name: 'sessions, the calls of a page',
    budget: 3 * kB,
    bundle: { entry: 'packages/latchkey/src/exports/sessions.ts' },
  },
  {
    name: 'sessions, the client of a server with its cryptography',
    budget: 17 * kB,
    bundle: { entry: 'packages/latchkey/src/exports/sessions/server.ts' },
  },
  ...signInVerifiers.flatMap(([family, path]) => {
    const entry = `packages/latchkey/src/${path}.ts`
    return [
      { name: `sign-in verifier: ${family}`, budget: 14 * kB, bundle: { entry } },
      {
        name: `sign-in verifier without its chain library: ${family}`,
        budget: 4 * kB,
        bundle: { entry, without: ['@noble/', '@scure/'] },
      },
    ]
  }),
  // The verifier of Polkadot, 7 kB, loads the scheme of the account.
  ...['ed25519', 'ecdsa', 'sr25519'].map((scheme) => ({
    name: `sign-in verifier: polkadot, ${scheme}`,
    budget: 7 * kB,
    bundle: {
      entry: `packages/latchkey/src/families/polkadot/${scheme}.lazy.ts`,
      after: ['packages/latchkey/src/families/polkadot/verifyMessage.ts'],
    },
  })),
  ...[
    'activity',
    'fund',
    'names',
    'nfts',
    'onramp',
    'pay',
    'receive',
    'send',
    'sessions',
    'siwx',
    'swap',
    'token',
    'wallets',
  ].map((feature) => ({
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
export const installBudget = { packages: 15, bytes: 13 * kB * kB }
